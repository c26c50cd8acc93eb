// Options and messages that the commands of `svc users` share.

import type { Command } from 'commander'
import { roles } from '../../server/users/role.ts'
import type { LinkJson, UserJson } from '../../server/users/user-json.ts'
import type { Io } from '../io.ts'
import { wordOption } from '../option-kinds.ts'

export interface UserOptions {
  readonly email?: string
  readonly name?: string
  readonly role?: string
}

/** Options by the name of their field, for error messages. */
export const userOptionOfField = {
  email: '--email',
  name: '--name',
  role: '--role',
  password: '--password-file',
}

export function addUserOptions(command: Command): Command {
  return command
    .option('--email <address>', 'e-mail address to sign in with')
    .option('--name <text>', 'name of the user')
    .addOption(wordOption('--role <role>', 'role of the user; see svc users roles', roles))
}

/** Prints the link to stdout only: whoever holds it is let in. */
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
