// `svc users invite`: creates a user and prints a link for them to choose a password.

import type { Command } from 'commander'
import { inviteUser } from '../../server/users/manage-users.ts'
import { parseConsoleBody } from '../../server/users/user-input.ts'
import { linkJson, userJson } from '../../server/users/user-json.ts'
import { commandToCopy } from '../command-to-copy.ts'
import type { CommandContext } from '../context.ts'
import { namingOptions } from '../options/option-faults.ts'
import { examples } from '../root-command.ts'
import { showLink } from './show-link.ts'
import { addUserOptions, type UserOptions, userOptionOfField } from './user-options.ts'

export function define(command: Command, context: CommandContext): void {
  addUserOptions(command)
    .addHelpText(
      'before',
      examples('svc users invite --email awa@bank.example --name "Awa Diop" --role reviewer'),
    )
    .action((options: UserOptions) => invite(context, options))
}

async function invite({ io, session }: CommandContext, options: UserOptions): Promise<void> {
  const asked = namingOptions(userOptionOfField, () => parseConsoleBody('newUser', options))
  const appliance = await session.appliance()
  const { user, link } = await inviteUser(appliance, session.origin, asked)
  const factor = appliance.config.users.secondFactorRequired ? ' and sets up a second factor' : ''
  showLink(io, { user: userJson(user), link: linkJson(link) }, [
    `Give it to ${user.name} only, who chooses a password there${factor}.`,
    `To get another link later: ${commandToCopy(session, `svc users reset-password ${user.email}`)}`,
  ])
}
