// What is done to a member only after a yes: finds who is meant, asks, does it, shows the member.

import type { Command } from 'commander'
import type { Appliance } from '../../server/appliance.ts'
import { readMember } from '../../server/staff/read-people.ts'
import type { Member } from '../../server/staff/staff.ts'
import { memberJson } from '../../server/staff/staff-json.ts'
import type { Context } from '../context.ts'
import { examples } from '../root-command.ts'

export interface AskedChange {
  /** As it is typed. */
  readonly example: string
  question(email: string): string
  change(appliance: Appliance, memberId: string): Promise<Member>
  /** What was done, for people. */
  told(member: Member): string
}

export function defineAskedChange(command: Command, context: Context, change: AskedChange): void {
  command
    .argument('<who>', 'the e-mail address or the id of the member')
    .option('-y, --yes', 'do not ask')
    .addHelpText('before', examples(change.example))
    .action((who: string, options: Options) => run(context, change, who, options))
}

interface Options {
  readonly yes?: boolean
}

async function run(
  { io, session, interrupted }: Context,
  asked: AskedChange,
  who: string,
  options: Options,
): Promise<void> {
  const appliance = await session.appliance()
  const { id, email } = await readMember(appliance, who)
  await io.confirm(asked.question(email), { ...options, signal: interrupted })
  const member = await asked.change(appliance, id)
  io.show(memberJson(member), () => '')
  if (!io.isJson) io.say(asked.told(member))
}
