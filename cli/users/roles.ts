// `svc users roles`: shows which role has which permission.

import type { Command } from 'commander'
import { type RoleTableJson, roleTableJson } from '../../server/users/user-json.ts'
import type { CommandContext } from '../context.ts'
import { examples } from '../root-command.ts'
import { renderTable, type TableColumn } from '../text/table.ts'

type PermissionJson = RoleTableJson['permissions'][number]

export function define(command: Command, { io }: CommandContext): void {
  command
    .addHelpText('before', examples('svc users roles', 'svc users roles --json'))
    .action(() => {
      const table = roleTableJson()
      io.show(table, () => renderTable(io.out, columnsOf(table), table.permissions))
    })
}

/** Built from the table that the server enforces. */
function columnsOf({ roles }: RoleTableJson): readonly TableColumn<PermissionJson>[] {
  return [
    { title: 'PERMISSION', cell: ({ permission }) => permission },
    ...roles.map((role) => ({
      title: role.toUpperCase(),
      cell: (row: PermissionJson) => (row.roles.includes(role) ? 'yes' : '-'),
    })),
    { title: 'MAY', cell: ({ means }) => means, shrinks: true, isExtra: true },
  ]
}
