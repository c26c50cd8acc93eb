// Gives the commands that a message advises the options that name the installation, so that a copied command acts on
// the same one. The messages come from everywhere, also from the server's code, which knows none of these options.

import { commandToCopy } from './command-to-copy.ts'
import type { HasPlace } from './place.ts'

/** The names of the commands, each with those of its subcommands. */
export type CommandNames = ReadonlyMap<string, readonly string[]>

/** They open no installation. */
const placeless = ['help', 'version', 'completion']
/** `another svc serve` and `made by svc init` name what was run, and advise nothing. */
const command = /(?<!\b(?:another|by) )\bsvc ([a-z][a-z-]*)(?: ([a-z][a-z-]*))?/g
const placeOption = / --(?:config|data-dir|demo)\b/

/** A command that has one of the options, such as one made by `commandToCopy`, stays as it is. */
export function withPlace(session: HasPlace, names: CommandNames, text: string): string {
  const options = commandToCopy(session, '')
  if (options === '' || !text.includes('svc ')) return text
  return text.replace(
    command,
    (words: string, name: string, sub: string | undefined, at: number) => {
      const subcommands = names.get(name)
      if (subcommands === undefined || placeless.includes(name)) return words
      const isSub = sub !== undefined && subcommands.includes(sub)
      const named = isSub ? words : `svc ${name}`
      if (placeOption.test(restOfCommand(text.slice(at + named.length)))) return words
      return `${named}${options}${words.slice(named.length)}`
    },
  )
}

/** Up to the end of the line or sentence, or the next command. */
function restOfCommand(text: string): string {
  return text.split(/\n|[.;,)](?:\s|$)|\bsvc /, 1)[0] ?? ''
}
