// `svc config show`: shows the settings in force and where each comes from, secrets masked.

import type { Command } from 'commander'
import type { CommandContext } from '../context.ts'
import { examples } from '../root-command.ts'
import { renderTable } from '../text/table.ts'

export function define(command: Command, { io, session }: CommandContext): void {
  command
    .addHelpText('before', examples('svc config show', 'svc config show --json --demo'))
    .action(async () => {
      const { effective } = await session.settings()
      const items = effective.map(({ name, value, origin }) => ({
        name,
        value: value ?? null,
        origin,
      }))
      io.show({ items }, () =>
        renderTable(
          io.out,
          [
            { title: 'SETTING', cell: (row) => row.name },
            { title: 'VALUE', cell: (row) => row.value ?? '-', shrinks: true },
            { title: 'FROM', cell: (row) => row.origin },
          ],
          items,
        ),
      )
    })
}
