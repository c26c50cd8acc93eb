// Counts the rows of a CSV while it comes in, part by part; a line break inside quotes ends none.

export interface CsvCount {
  /** Without the head. */
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
