// The kinds of settings: zod schemas that read the operator's text, with the words for faults and the way back to
// text. The table of settings uses them.

import { z } from 'zod'

export interface Kind<Value> {
  /** One or two words for tables: `duration`, `file`. */
  readonly label: string
  /** Continues "must be": `a whole number from 1 to 100`. */
  readonly expects: string
  /** Reads a trimmed text that is never empty. */
  readonly schema: z.ZodType<Value, string>
  /** Returns undefined if `given` is invalid. A relative path is resolved against `fromDir`. */
  parse(given: string, fromDir: string): Value | undefined
  /**
   * For texts that `parse` refuses: says what is wrong and what to write instead, if known. The text follows a
   * semicolon and never quotes a possible secret.
   */
  explain?(given: string): string | undefined
  /** `explain` never quotes the text, so it is used for secrets too. */
  readonly quotesNothing?: true
  /** Returns text that `parse` reads back as the same value. */
  print(value: Value): string
}

/** Prints with `String` and explains nothing unless `more` says otherwise. */
export function kindOf<Value>(
  label: string,
  expects: string,
  schema: z.ZodType<Value, string>,
  more: Partial<Pick<Kind<Value>, 'parse' | 'explain' | 'print' | 'quotesNothing'>> = {},
): Kind<Value> {
  const parse = (given: string) => schema.safeParse(given).data
  return { label, expects, schema, parse, print: String, ...more }
}

/** A schema of the texts for which `read` does not return undefined. */
export function readBy<Value>(
  read: (given: string) => Value | undefined,
): z.ZodType<Value, string> {
  return z.string().transform((given, { addIssue }) => {
    const value = read(given)
    if (value !== undefined) return value
    addIssue('invalid')
    return z.NEVER
  })
}

/** One line of at most 500 characters. */
export const text = kindOf(
  'text',
  'one line of printable text, at most 500 characters',
  z.string().regex(/^\P{C}{1,500}$/u),
)

/** A secret for an HTTP header: visible ASCII, no spaces, at most 500 characters. */
export const bearerToken = kindOf(
  'token',
  'visible ASCII characters without spaces, at most 500',
  z.string().regex(/^[!-~]{1,500}$/),
)

export function wholeNumber(min: number, max: number): Kind<number> {
  const digits = z.string().regex(/^\d{1,15}$/)
  const schema = digits.transform(Number).pipe(z.number().min(min).max(max))
  return kindOf('number', `a whole number from ${min} to ${max}`, schema)
}

export const yesNo = kindOf(
  'yes or no',
  'yes or no (true, false, 1 and 0 are understood too)',
  z.stringbool({ truthy: ['yes', 'true', '1'], falsy: ['no', 'false', '0'] }),
  { print: (value) => (value ? 'yes' : 'no') },
)

export function oneOf<Word extends string>(words: readonly Word[]): Kind<Word> {
  const schema = readBy((given) => wordIn(words, given))
  return kindOf('word', `one of ${words.join(', ')}`, schema)
}

/** At least one of `words`, comma-separated, in any case; repeats are dropped. */
export function someOf<Word extends string>(words: readonly Word[]): Kind<readonly Word[]> {
  const schema = readBy((given) => everyItem(given, (item) => wordIn(words, item)))
  return kindOf('list', `a comma-separated list out of ${words.join(', ')}`, schema)
}

function wordIn<Word extends string>(words: readonly Word[], given: string): Word | undefined {
  return words.find((word) => word.toLowerCase() === given.toLowerCase())
}

/** `none` for the empty list, or comma-separated items; items that print alike are kept once. */
export function listOrNone<Item>(
  label: string,
  expects: string,
  read: (item: string) => Item | undefined,
  print: (item: NoInfer<Item>) => string = String,
): Kind<readonly Item[]> {
  const schema = readBy((given) =>
    given.toLowerCase() === 'none' ? [] : everyItem(given, read, print),
  )
  return kindOf(label, expects, schema, { print: (items) => items.map(print).join(',') || 'none' })
}

/** Returns the items of a comma-separated list, each once; undefined if one of them is invalid. */
export function everyItem<Item>(
  given: string,
  read: (item: string) => Item | undefined,
  print: (item: NoInfer<Item>) => string = String,
): readonly Item[] | undefined {
  const items = new Map<string, Item>()
  for (const part of given.split(',')) {
    const item = read(part.trim())
    if (item === undefined) return undefined
    if (!items.has(print(item))) items.set(print(item), item)
  }
  return [...items.values()]
}

/** Factors by unit, largest first. */
type Units = Readonly<Record<string, number>>

const durationUnits = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 }
const { d: dayMs, ...unitsOfADay } = durationUnits
const byteUnits = { TB: 1e12, GB: 1e9, MB: 1e6, kB: 1e3 }

/** The first two within the range are shown. */
const durationExamples = ['90s', '24h', '30d', '30s', '10m']

/** A duration in milliseconds. `min` and `max` are written as operators write them: `1s`, `30d`. */
export function duration(min: string, max: string): Kind<number> {
  const schema = amount(durationUnits, min, max)
  const examples = durationExamples.filter((text) => schema.safeParse(text).success).slice(0, 2)
  const expects = `a duration from ${min} to ${max} with its unit (ms, s, m, h or d), such as ${examples.join(' or ')}`
  return kindOf('duration', expects, schema, {
    // Up to two days in hours, as the contract does.
    print: (value) => printAmount(value, value > 2 * dayMs ? durationUnits : unitsOfADay),
  })
}

/** 1 to `countMax` comma-separated durations in milliseconds; order and repeats are kept. */
export function durations(min: string, max: string, countMax: number): Kind<readonly number[]> {
  const item = duration(min, max)
  const expects = `a comma-separated list of 1 to ${countMax} durations from ${min} to ${max}, such as 1m,5m,2h`
  const parts = z.string().transform((given) => given.split(',').map((part) => part.trim()))
  const schema = parts.pipe(z.array(item.schema).max(countMax))
  return kindOf('durations', expects, schema, { print: (value) => value.map(item.print).join(',') })
}

/** A size in bytes. `min` and `max` are written as operators write them: `10MB`, `1TB`. */
export function size(min: string, max: string): Kind<number> {
  const expects = `a size from ${min} to ${max} with its unit (kB, MB, GB or TB), such as 500MB or 2GB`
  return kindOf('size', expects, amount(byteUnits, min, max), {
    print: (value) => printAmount(value, byteUnits),
  })
}

/** The same, or 0 for no limit. */
export function sizeOrNone(min: string, max: string): Kind<number> {
  const { schema, label, expects, print } = size(min, max)
  const orZero = z.union([z.literal('0').transform(Number), schema])
  return kindOf(label, `0 for no limit, or ${expects}`, orZero, { print })
}

function amount(units: Units, min: string, max: string): z.ZodType<number, string> {
  const [least = 0, most = Number.MAX_SAFE_INTEGER] = [min, max].map((end) =>
    readAmount(end, units),
  )
  return readBy((given) => readAmount(given, units)).pipe(z.number().min(least).max(most))
}

function readAmount(given: string, units: Units): number | undefined {
  if (given === '0') return 0
  const [, figure, unit] = /^(\d{1,9}) ?([a-z]+)$/i.exec(given) ?? []
  const known = Object.entries(units).find(([name]) => name.toLowerCase() === unit?.toLowerCase())
  return known && Number(figure) * known[1]
}

/** Prints in the largest unit that gives a whole number. */
function printAmount(value: number, units: Units): string {
  const whole = Object.entries(units).find(([, factor]) => value >= factor && value % factor === 0)
  return whole ? `${value / whole[1]}${whole[0]}` : '0'
}
