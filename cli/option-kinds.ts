// How the values of options are read, where Commander alone does not know.

import { InvalidArgumentError, Option } from 'commander'
import { pageLimitMax } from '../server/kernel/page.ts'
import { duration } from '../server/settings/setting-kinds.ts'

/** Named words in help and completion; whether a word is one of them is judged by the core. */
export function wordOption(flags: string, description: string, words: readonly string[]): Option {
  return new Option(flags, description).choices(words).argParser((word) => word)
}

/** `90s`, `24h`, `30d`, as milliseconds. `min` and `max` are written likewise. */
export function durationParser(min: string, max: string): (text: string) => number {
  const kind = duration(min, max)
  return (text) => {
    const valueMs = kind.parse(text, '')
    if (valueMs === undefined) throw new InvalidArgumentError(`It must be ${kind.expects}.`)
    return valueMs
  }
}

/** How many items of a list. */
export function parseLimit(text: string): number {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (limit >= 1 && limit <= pageLimitMax) return limit
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${pageLimitMax}.`)
}

/** For options that may be given more than once. */
export function collect(item: string, before: readonly string[] = []): readonly string[] {
  return [...before, item]
}
