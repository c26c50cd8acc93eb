// `svc users enable`

import type { Command } from 'commander'
import { changeMember } from '../../server/staff/people.ts'
import { readMember } from '../../server/staff/read-people.ts'
import { memberJson } from '../../server/staff/staff-json.ts'
import type { Context } from '../context.ts'
import { examples } from '../root-command.ts'

export function define(command: Command, context: Context): void {
  command
    .argument('<who>', 'the e-mail address or the id of the member')
    .addHelpText('before', examples('svc users enable awa@bank.example'))
    .action((who: string) => enable(context, who))
}

async function enable({ io, session }: Context, who: string): Promise<void> {
  const appliance = await session.appliance()
  const { id, email } = await readMember(appliance, who)
  const member = await changeMember(appliance, session.origin, id, { state: 'active' })
  io.show(memberJson(member), () => '')
  if (!io.isJson) io.say(`${email} is ${member.state}.`)
}
