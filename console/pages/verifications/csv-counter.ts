// Counts the rows of a CSV as it arrives; line breaks in quotes do not count.

interface CsvCount {
  /** Without the header row. */
  readonly rows: number
  readonly bytes: number
}

const [quote, newLine] = [0x22, 0x0a]

export function createCsvCounter(): (part: Uint8Array) => CsvCount {
  let lines = 0
  let bytes = 0
  let isQuoted = false
  return (part) => {
    bytes += part.length
    for (const byte of part) {
      if (byte === quote) isQuoted = !isQuoted
      else if (byte === newLine && !isQuoted) lines += 1
    }
    return { rows: Math.max(lines - 1, 0), bytes }
  }
}
