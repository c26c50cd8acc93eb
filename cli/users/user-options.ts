// The options of a user's properties, shared by `svc users create` and `invite`.

import type { Command } from 'commander'
import { roles } from '../../server/users/role.ts'
import { wordOption } from '../options/option-kinds.ts'

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
