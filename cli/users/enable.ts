// `svc users enable`: enables a disabled user.

import type { Command } from 'commander'
import { changeUser } from '../../server/users/manage-users.ts'
import { readUser } from '../../server/users/read-users.ts'
import { userJson } from '../../server/users/user-json.ts'
import type { CommandContext } from '../context.ts'
import { examples } from '../root-command.ts'

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<who>', 'e-mail address or id of the user')
    .addHelpText('before', examples('svc users enable awa@bank.example'))
    .action((who: string) => enable(context, who))
}

async function enable({ io, session }: CommandContext, who: string): Promise<void> {
  const appliance = await session.appliance()
  const { id, email } = await readUser(appliance, who)
  const user = await changeUser(appliance, session.origin, id, { state: 'active' })
  io.report(userJson(user), `${email} is ${user.state}.`)
}
