// `svc users list`

import type { Command } from 'commander'
import { readPeople } from '../../server/staff/read-people.ts'
import { type MemberJson, memberJson } from '../../server/staff/staff-json.ts'
import type { Context } from '../context.ts'
import { readEveryPage } from '../pages.ts'
import { examples } from '../root-command.ts'
import { samePlace } from '../same-place.ts'
import { type Column, renderTable } from '../table.ts'

export function define(command: Command, context: Context): void {
  command
    .addHelpText('before', examples('svc users list', 'svc users list --json'))
    .action(() => list(context))
}

async function list(context: Context): Promise<void> {
  const { io, session, interrupted } = context
  const appliance = await session.appliance()
  const people = await readEveryPage((page) => readPeople(appliance, page), interrupted)
  const items = people.map(memberJson)
  io.show({ items, next_cursor: null }, () => toText(context, items))
}

function toText({ io, session }: Context, items: readonly MemberJson[]): string {
  if (items.length > 0) return renderTable(io.out, columns, items)
  io.say('There is nobody yet. Let the first administrator in:')
  io.say(`  ${samePlace(session, 'svc users setup-link')}`)
  return ''
}

const columns: readonly Column<MemberJson>[] = [
  { title: 'ID', cell: ({ id }) => id, isExtra: true },
  { title: 'E-MAIL', cell: ({ email }) => email },
  { title: 'NAME', cell: ({ name }) => name, shrinks: true },
  { title: 'ROLE', cell: ({ role }) => role },
  { title: 'STATE', cell: ({ state }) => state },
  {
    title: 'LAST SIGN-IN',
    cell: (member) => member.last_signed_in_at?.slice(0, 10) ?? 'never',
    isExtra: true,
  },
]
