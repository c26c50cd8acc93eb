// `svc users reset-password`

import type { Command } from 'commander'
import { readMember } from '../../server/staff/read-people.ts'
import { issueLinkFor } from '../../server/staff/resets.ts'
import { linkJson, memberJson } from '../../server/staff/staff-json.ts'
import type { Context } from '../context.ts'
import { examples } from '../root-command.ts'
import { samePlace } from '../same-place.ts'
import { showLink } from './who.ts'

export function define(command: Command, context: Context): void {
  command
    .argument('<who>', 'the e-mail address or the id of the member')
    .addHelpText('before', examples('svc users reset-password awa@bank.example'))
    .action((who: string) => start(context, who))
}

async function start({ io, session }: Context, who: string): Promise<void> {
  const appliance = await session.appliance()
  const { id } = await readMember(appliance, who)
  const { member, link } = await issueLinkFor(appliance, session.origin, id)
  showLink(io, { member: memberJson(member), link: linkJson(link) }, [
    `Hand it to ${member.name} alone, who chooses a password there.`,
    'The second factor stays as it is. Where it is lost, too:',
    `  ${samePlace(session, `svc users reset-second-factor ${member.email}`)}`,
  ])
}
