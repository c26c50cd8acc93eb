// `svc users invite`

import type { Command } from 'commander'
import { inviteMember } from '../../server/staff/people.ts'
import { parseStaffBody } from '../../server/staff/staff-input.ts'
import { linkJson, memberJson } from '../../server/staff/staff-json.ts'
import type { Context } from '../context.ts'
import { namingOptions } from '../option-faults.ts'
import { examples } from '../root-command.ts'
import { samePlace } from '../same-place.ts'
import { addPersonOptions, optionOfField, type PersonOptions, showLink } from './who.ts'

export function define(command: Command, context: Context): void {
  addPersonOptions(command)
    .addHelpText(
      'before',
      examples('svc users invite --email awa@bank.example --name "Awa Diop" --role reviewer'),
    )
    .action((options: PersonOptions) => invite(context, options))
}

async function invite({ io, session }: Context, options: PersonOptions): Promise<void> {
  const asked = namingOptions(optionOfField, () => parseStaffBody('newMember', options))
  const appliance = await session.appliance()
  const { member, link } = await inviteMember(appliance, session.origin, asked)
  showLink(io, { member: memberJson(member), link: linkJson(link) }, [
    `Hand it to ${member.name} alone, who chooses a password there and sets up a second factor.`,
    `Another one, should it be late: ${samePlace(session, `svc users reset-password ${member.email}`)}`,
  ])
}
