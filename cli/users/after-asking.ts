// Commands that change a user after a confirmation: finds the user, asks, changes and shows the user.

import type { Command } from 'commander'
import type { Appliance } from '../../server/appliance.ts'
import { readUser } from '../../server/users/read-users.ts'
import type { User } from '../../server/users/user.ts'
import { userJson } from '../../server/users/user-json.ts'
import type { CommandContext } from '../context.ts'
import type { YesOption } from '../io.ts'
import { examples } from '../root-command.ts'

interface ConfirmedChange {
  /** Example command. */
  readonly example: string
  question(email: string): string
  change(appliance: Appliance, userId: string): Promise<User>
  /** Message after the change. */
  message(user: User): string
}

export function defineConfirmedChange(
  command: Command,
  context: CommandContext,
  change: ConfirmedChange,
): void {
  command
    .argument('<who>', 'e-mail address or id of the user')
    .option('-y, --yes', 'do not ask')
    .addHelpText('before', examples(change.example))
    .action((who: string, options: YesOption) => run(context, change, who, options))
}

async function run(
  { io, session }: CommandContext,
  asked: ConfirmedChange,
  who: string,
  options: YesOption,
): Promise<void> {
  const appliance = await session.appliance()
  const { id, email } = await readUser(appliance, who)
  await io.confirm(asked.question(email), options)
  const user = await asked.change(appliance, id)
  io.report(userJson(user), asked.message(user))
}
