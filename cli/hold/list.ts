// `svc hold list`: lists the legal holds that nobody has released, newest first.

import type { Command } from 'commander'
import { listOpenHolds } from '../../server/erasure/hold-list-view.ts'
import { holdJson, type LegalHoldJson } from '../../server/erasure/retention-json.ts'
import type { CommandContext } from '../context.ts'
import { parseLimit } from '../options/option-kinds.ts'
import { examples } from '../root-command.ts'
import { renderTable, type TableColumn } from '../text/table.ts'

interface Options {
  readonly limit: number
}

export function define(command: Command, context: CommandContext): void {
  command
    .option('--limit <count>', 'how many, newest first', parseLimit, 50)
    .addHelpText('before', examples('svc hold list'))
    .action((options: Options) => list(context, options))
}

async function list({ io, session }: CommandContext, { limit }: Options): Promise<void> {
  const { db, clock } = await session.appliance()
  const holds = await listOpenHolds(db.reader, limit)
  const items = holds.map((hold) => holdJson(hold, clock.now()))
  io.show({ items }, () => renderTable(io.out, columns, items))
}

const columns: readonly TableColumn<LegalHoldJson>[] = [
  { title: 'HOLD', cell: ({ id }) => id },
  { title: 'VERIFICATION', cell: ({ verification_id: id }) => id },
  { title: 'REASON', cell: ({ reason }) => reason },
  { title: 'REFERENCE', cell: ({ reference }) => reference ?? '-' },
  { title: 'SET BY', cell: ({ set_by: by }) => by.id ?? by.kind, isExtra: true },
  { title: 'SET', cell: ({ set_at: at }) => at, isExtra: true },
  {
    title: 'UNTIL',
    cell: ({ until, in_force: isInForce }) => (isInForce ? (until ?? 'no end') : 'over'),
  },
]
