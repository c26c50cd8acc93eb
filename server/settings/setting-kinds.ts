// The kinds of settings: how each parses its text, explains an invalid value and prints an effective value. The table
// of settings uses them.

export interface Kind<Value> {
  /** One or two words for tables: `duration`, `file`. */
  readonly label: string
  /** Continues "must be": `a whole number from 1 to 100`. */
  readonly expects: string
  /**
   * Returns the value, or undefined if `given` is invalid. `given` is trimmed and never empty; a relative path is
   * resolved against `fromDir`.
   */
  parse(given: string, fromDir: string): Value | undefined
  /**
   * For values that `parse` refuses: says what is wrong and what to write instead, if known. The text follows a
   * semicolon and never quotes a possible secret.
   */
  explain?(given: string): string | undefined
  /** Returns text that `parse` reads back as the same value. */
  print(value: Value): string
}

/** One line of at most 500 characters. */
export const text: Kind<string> = {
  label: 'text',
  expects: 'one line of printable text, at most 500 characters',
  parse: (given) => (/^\P{C}{1,500}$/u.test(given) ? given : undefined),
  print: (value) => value,
}

/** A secret for an HTTP header: visible ASCII, no spaces, at most 500 characters. */
export const bearerToken: Kind<string> = {
  label: 'token',
  expects: 'visible ASCII characters without spaces, at most 500',
  parse: (given) => (/^[!-~]{1,500}$/.test(given) ? given : undefined),
  print: (value) => value,
}

export function wholeNumber(min: number, max: number): Kind<number> {
  return {
    label: 'number',
    expects: `a whole number from ${min} to ${max}`,
    parse: (given) => (/^\d{1,15}$/.test(given) ? within(Number(given), min, max) : undefined),
    print: String,
  }
}

export const yesNo: Kind<boolean> = {
  label: 'yes or no',
  expects: 'yes or no (true, false, 1 and 0 are understood too)',
  parse(given) {
    const word = given.toLowerCase()
    if (['yes', 'true', '1'].includes(word)) return true
    return ['no', 'false', '0'].includes(word) ? false : undefined
  },
  print: (value) => (value ? 'yes' : 'no'),
}

export function oneOf<Word extends string>(words: readonly Word[]): Kind<Word> {
  return {
    label: 'word',
    expects: `one of ${words.join(', ')}`,
    parse: (given) => words.find((word) => sameWord(word, given)),
    print: (value) => value,
  }
}

/** At least one of `words`, comma-separated, in any case; repeats are dropped. */
export function someOf<Word extends string>(words: readonly Word[]): Kind<readonly Word[]> {
  return {
    label: 'list',
    expects: `a comma-separated list out of ${words.join(', ')}`,
    parse: (given) => everyItem(given, (item) => words.find((word) => sameWord(word, item))),
    print: (value) => value.join(','),
  }
}

/** Returns the distinct items of a comma-separated list; undefined if one of them is invalid. */
export function everyItem<Item>(
  given: string,
  parse: (item: string) => Item | undefined,
): readonly Item[] | undefined {
  const items = new Set<Item>()
  for (const part of given.split(',')) {
    const item = parse(part.trim())
    if (item === undefined) return undefined
    items.add(item)
  }
  return [...items]
}

const durationUnits = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 }

/** A duration in milliseconds. `min` and `max` are written as operators write them: `1s`, `30d`. */
export function duration(min: string, max: string): Kind<number> {
  const minMs = parseDuration(min) ?? 0
  const maxMs = parseDuration(max) ?? Number.MAX_SAFE_INTEGER
  return {
    label: 'duration',
    expects: `a duration from ${min} to ${max} with its unit (ms, s, m, h or d), such as 90s or 24h`,
    parse: (given) => within(parseDuration(given), minMs, maxMs),
    print: printDuration,
  }
}

const byteUnits = { TB: 1e12, GB: 1e9, MB: 1e6, kB: 1e3 }

/** A size in bytes. `min` and `max` are written as operators write them: `10MB`, `1TB`. */
export function size(min: string, max: string): Kind<number> {
  const minBytes = parseSize(min) ?? 0
  const maxBytes = parseSize(max) ?? Number.MAX_SAFE_INTEGER
  return {
    label: 'size',
    expects: `a size from ${min} to ${max} with its unit (kB, MB, GB or TB), such as 500MB or 2GB`,
    parse: (given) => within(parseSize(given), minBytes, maxBytes),
    print: printSize,
  }
}

/** The same, or 0 for no limit. */
export function sizeOrNone(min: string, max: string): Kind<number> {
  const limit = size(min, max)
  return {
    ...limit,
    expects: `0 for no limit, or ${limit.expects}`,
    parse: (given, fromDir) => (given === '0' ? 0 : limit.parse(given, fromDir)),
  }
}

function parseSize(given: string): number | undefined {
  if (given === '0') return 0
  const [, figure, unit] = /^(\d{1,6}) ?(kB|MB|GB|TB)$/i.exec(given) ?? []
  const known = Object.entries(byteUnits).find(
    ([name]) => name.toLowerCase() === unit?.toLowerCase(),
  )
  return known && Number(figure) * known[1]
}

function printSize(value: number): string {
  const whole = Object.entries(byteUnits).find(([, bytes]) => value >= bytes && value % bytes === 0)
  return whole ? `${value / whole[1]}${whole[0]}` : '0'
}

/** 1 to `countMax` comma-separated durations in milliseconds; order and repeats are kept. */
export function durations(min: string, max: string, countMax: number): Kind<readonly number[]> {
  const item = duration(min, max)
  return {
    label: 'durations',
    expects: `a comma-separated list of 1 to ${countMax} durations from ${min} to ${max}, such as 1m,5m,2h`,
    parse(given) {
      const spans = given.split(',').map((part) => item.parse(part.trim(), ''))
      const read = spans.filter((span) => span !== undefined)
      return read.length === spans.length && read.length <= countMax ? read : undefined
    },
    print: (value) => value.map(item.print).join(','),
  }
}

function parseDuration(given: string): number | undefined {
  if (given === '0') return 0
  const [, figure, unit] = /^(\d{1,9}) ?(ms|s|m|h|d)$/i.exec(given) ?? []
  const known = Object.entries(durationUnits).find(([name]) => name === unit?.toLowerCase())
  return known && Number(figure) * known[1]
}

/** Prints in the largest unit that gives a whole number; up to two days in hours, as the contract does. */
function printDuration(value: number): string {
  const units = Object.entries(durationUnits)
  const fitting = value > 2 * durationUnits.d ? units : units.slice(1)
  const whole = fitting.find(([, ms]) => value >= ms && value % ms === 0)
  return whole ? `${value / whole[1]}${whole[0]}` : '0'
}

function within(value: number | undefined, min: number, max: number): number | undefined {
  return value !== undefined && value >= min && value <= max ? value : undefined
}

function sameWord(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase()
}
