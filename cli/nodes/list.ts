// `svc nodes list`: lists the servers that work on the database, oldest first.

import type { Command } from 'commander'
import { type NodeJson, nodeJson } from '../../server/nodes/node-json.ts'
import { listNodes } from '../../server/nodes/node-list-view.ts'
import type { CommandContext } from '../context.ts'
import { examples } from '../root-command.ts'
import { renderTable, type TableColumn } from '../text/table.ts'

export function define(command: Command, context: CommandContext): void {
  command
    .addHelpText('before', examples('svc nodes list', 'svc nodes list --json'))
    .addHelpText(
      'after',
      '\nA node is a start of the server. A silent node has given no sign of life for\n20 seconds: it was killed, or cannot reach the database.\n',
    )
    .action(() => list(context))
}

async function list({ io, session }: CommandContext): Promise<void> {
  const { db, clock } = await session.appliance()
  const items = (await listNodes(db.reader)).map((node) => nodeJson(node, clock.now()))
  io.show({ items }, () => renderTable(io.out, columns, items))
}

const columns: readonly TableColumn<NodeJson>[] = [
  { title: 'NODE', cell: ({ id }) => id },
  { title: 'HOST', cell: ({ host }) => host, shrinks: true },
  { title: 'STATE', cell: ({ state }) => state },
  { title: 'LAST SEEN', cell: ({ seen_at: at }) => at },
  { title: 'VERSION', cell: ({ version }) => version, isExtra: true },
  { title: 'STARTED', cell: ({ started_at: at }) => at, isExtra: true },
]
