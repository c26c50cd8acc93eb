// `svc users reset-password`: prints a link for a user to choose a new password.

import type { Command } from 'commander'
import { issueLinkFor } from '../../server/users/passwords/resets.ts'
import { readUser } from '../../server/users/read-users.ts'
import { linkJson, userJson } from '../../server/users/user-json.ts'
import { commandToCopy } from '../command-to-copy.ts'
import type { CommandContext } from '../context.ts'
import { examples } from '../root-command.ts'
import { showLink } from './show-link.ts'

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<who>', 'e-mail address or id of the user')
    .addHelpText('before', examples('svc users reset-password awa@bank.example'))
    .action((who: string) => start(context, who))
}

async function start({ io, session }: CommandContext, who: string): Promise<void> {
  const appliance = await session.appliance()
  const { id } = await readUser(appliance, who)
  const { user, link } = await issueLinkFor(appliance, session.origin, id)
  showLink(io, { user: userJson(user), link: linkJson(link) }, [
    `Give it to ${user.name} only, who chooses a password there.`,
    'The second factor stays as it is. If it is lost, too:',
    `  ${commandToCopy(session, `svc users reset-second-factor ${user.email}`)}`,
  ])
}
