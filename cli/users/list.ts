// `svc users list`: lists the users of the console.

import type { Command } from 'commander'
import { readUsers } from '../../server/users/read-users.ts'
import { type UserJson, userJson } from '../../server/users/user-json.ts'
import { commandToCopy } from '../command-to-copy.ts'
import type { CommandContext } from '../context.ts'
import { readEveryPage } from '../pages.ts'
import { examples } from '../root-command.ts'
import { renderTable, type TableColumn } from '../text/table.ts'

export function define(command: Command, context: CommandContext): void {
  command
    .addHelpText('before', examples('svc users list', 'svc users list --json'))
    .action(() => list(context))
}

async function list(context: CommandContext): Promise<void> {
  const { io, session, interrupted } = context
  const appliance = await session.appliance()
  const users = await readEveryPage((page) => readUsers(appliance, page), interrupted)
  const items = users.map(userJson)
  io.show({ items, next_cursor: null }, () => toText(context, items))
}

function toText({ io, session }: CommandContext, items: readonly UserJson[]): string {
  if (items.length > 0) return renderTable(io.out, columns, items)
  io.say('There are no users yet. Create the first administrator:')
  io.say(`  ${commandToCopy(session, 'svc users setup-link')}`)
  return ''
}

const columns: readonly TableColumn<UserJson>[] = [
  { title: 'ID', cell: ({ id }) => id, isExtra: true },
  { title: 'E-MAIL', cell: ({ email }) => email },
  { title: 'NAME', cell: ({ name }) => name, shrinks: true },
  { title: 'ROLE', cell: ({ role }) => role },
  { title: 'STATE', cell: ({ state }) => state },
  { title: 'ACCOUNT', cell: ({ source }) => source, isExtra: true },
  {
    title: 'LAST SIGN-IN',
    cell: (user) => user.last_signed_in_at?.slice(0, 10) ?? 'never',
    isExtra: true,
  },
]
