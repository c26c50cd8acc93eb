// Kinds of option values that Commander does not have.

import { InvalidArgumentError, Option } from 'commander'
import { environments } from '../../server/kernel/environment.ts'
import { pageLimitMax } from '../../server/kernel/page.ts'
import { duration } from '../../server/settings/setting-kinds.ts'

/** An option with a closed list of words, for help and completion. The server's own parser checks the value. */
export function wordOption(flags: string, description: string, words: readonly string[]): Option {
  return new Option(flags, description).choices(words).argParser((word) => word)
}

/** The filter of lists by environment. */
export function environmentOption(): Option {
  return new Option('--env <environment>', 'only this environment').choices(environments)
}

/** Parses a duration such as `90s`, `24h` or `30d` into milliseconds. `min` and `max` have the same form. */
export function durationParser(min: string, max: string): (text: string) => number {
  const kind = duration(min, max)
  return (text) => {
    const valueMs = kind.parse(text, '')
    if (valueMs === undefined) throw new InvalidArgumentError(`It must be ${kind.expects}.`)
    return valueMs
  }
}

/** Parses the number of items of a list. */
export function parseLimit(text: string): number {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (limit >= 1 && limit <= pageLimitMax) return limit
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${pageLimitMax}.`)
}

/** Collects the values of an option that may be repeated. */
export function collect(item: string, before: readonly string[] = []): readonly string[] {
  return [...before, item]
}
