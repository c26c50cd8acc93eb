// How members are named and shown at the command line.

import type { Command } from 'commander'
import { roles } from '../../server/staff/role.ts'
import type { LinkJson, MemberJson } from '../../server/staff/staff-json.ts'
import type { Io } from '../io.ts'
import { wordOption } from '../option-kinds.ts'

export interface PersonOptions {
  readonly email?: string
  readonly name?: string
  readonly role?: string
}

/** The field that each option is, for naming faults. */
export const optionOfField = {
  email: '--email',
  name: '--name',
  role: '--role',
  password: '--password-file',
}

export function addPersonOptions(command: Command): Command {
  return command
    .option('--email <address>', 'what the person signs in with')
    .option('--name <text>', 'the name that colleagues know')
    .addOption(wordOption('--role <role>', 'what the person may do; svc users roles tells', roles))
}

/** The link alone is data; whoever holds it is let in, so it goes to nobody else. */
export function showLink(
  io: Io,
  shown: { readonly member?: MemberJson; readonly link: LinkJson },
  advice: readonly string[],
): void {
  io.show(shown, () => `${shown.link.url}\n`)
  if (io.isJson) return
  io.say(`It works once, until ${shown.link.expires_at}, for whoever opens it first.`)
  for (const line of advice) io.say(line)
}
