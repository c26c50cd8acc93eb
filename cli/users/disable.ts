// `svc users disable`

import type { Command } from 'commander'
import { fromCommandLine } from '../../server/audit/audit.ts'
import { changeMember } from '../../server/staff/people.ts'
import { readMember } from '../../server/staff/read-people.ts'
import { memberJson } from '../../server/staff/staff-json.ts'
import type { Context } from '../context.ts'
import { examples } from '../root-command.ts'

export function define(command: Command, context: Context): void {
  command
    .argument('<who>', 'the e-mail address or the id of the member')
    .option('-y, --yes', 'do not ask')
    .addHelpText('before', examples('svc users disable awa@bank.example'))
    .action((who: string, options: { readonly yes?: boolean }) => disable(context, who, options))
}

async function disable(
  { io, session, interrupted }: Context,
  who: string,
  options: { readonly yes?: boolean },
): Promise<void> {
  const appliance = await session.appliance()
  const { id, email } = await readMember(appliance, who)
  await io.confirm(`Disable ${email}? All sessions end at once.`, {
    ...options,
    signal: interrupted,
  })
  const member = await changeMember(appliance, fromCommandLine, id, { state: 'disabled' })
  io.show(memberJson(member), () => '')
  if (!io.isJson) io.say(`${email} is ${member.state}.`)
}
