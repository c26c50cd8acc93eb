// `svc users reinvite`: returns an account to an invitation, to move it to the bank's directory or back.

import type { Command } from 'commander'
import { readUser } from '../../server/users/read-users.ts'
import { reinviteUser } from '../../server/users/reinvite-user.ts'
import { linkJson, userJson } from '../../server/users/user-json.ts'
import type { CommandContext } from '../context.ts'
import type { YesOption } from '../io.ts'
import { examples } from '../root-command.ts'
import { showLink } from './show-link.ts'

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<who>', 'e-mail address or id of the user')
    .option('-y, --yes', 'do not ask')
    .addHelpText('before', examples('svc users reinvite awa@bank.example'))
    .action((who: string, options: YesOption) => reinvite(context, who, options))
}

async function reinvite(
  { io, session }: CommandContext,
  who: string,
  options: YesOption,
): Promise<void> {
  const appliance = await session.appliance()
  const { id, email } = await readUser(appliance, who)
  const question = `Return ${email} to an invitation? The password, the second factors, the sessions and the tie to the directory end.`
  await io.confirm(question, options)
  const { user, link } = await reinviteUser(appliance, session.origin, id)
  showLink(io, { user: userJson(user), link: linkJson(link) }, [
    `Give it to ${user.name} only, who signs in with the bank's directory there or chooses a password, as SVC_LOCAL_SIGN_IN allows.`,
  ])
}
