// How the values of options are read, where Commander alone does not know.

import { InvalidArgumentError, Option } from 'commander'
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

/** For options that may be given more than once. */
export function collect(item: string, before: readonly string[] = []): readonly string[] {
  return [...before, item]
}
