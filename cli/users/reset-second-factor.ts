// `svc users reset-second-factor`

import type { Command } from 'commander'
import { fromCommandLine } from '../../server/audit/audit.ts'
import { resetSecondFactor } from '../../server/staff/people.ts'
import { readMember } from '../../server/staff/read-people.ts'
import { memberJson } from '../../server/staff/staff-json.ts'
import type { Context } from '../context.ts'
import { examples } from '../root-command.ts'

export function define(command: Command, context: Context): void {
  command
    .argument('<who>', 'the e-mail address or the id of the member')
    .option('-y, --yes', 'do not ask')
    .addHelpText('before', examples('svc users reset-second-factor awa@bank.example'))
    .action((who: string, options: { readonly yes?: boolean }) => reset(context, who, options))
}

async function reset(
  { io, session, interrupted }: Context,
  who: string,
  options: { readonly yes?: boolean },
): Promise<void> {
  const appliance = await session.appliance()
  const { id, email } = await readMember(appliance, who)
  const question = `Take the second factor from ${email}? Until another is set up, the password alone lets in.`
  await io.confirm(question, { ...options, signal: interrupted })
  const member = await resetSecondFactor(appliance, fromCommandLine, id)
  io.show(memberJson(member), () => '')
  if (io.isJson) return
  io.say(`${email} is signed out everywhere. At the next sign-in a second factor is set up anew.`)
}
