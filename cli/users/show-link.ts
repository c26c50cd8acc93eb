// Shows a new one-time link, which cannot be shown again.

import type { LinkJson, UserJson } from '../../server/users/user-json.ts'
import type { Io } from '../io.ts'

/** Prints the link to stdout only: it lets in anybody who has it. */
export function showLink(
  io: Io,
  shown: { readonly user?: UserJson; readonly link: LinkJson },
  advice: readonly string[],
): void {
  io.show(shown, () => `${shown.link.url}\n`)
  if (io.isJson) return
  io.say(`The link works once, until ${shown.link.expires_at}, for whoever opens it first.`)
  for (const line of advice) io.say(line)
}
