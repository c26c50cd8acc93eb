// `svc export list`: lists the exports of persons' data, and what became of each.

import type { Command } from 'commander'
import { exportKeptMsMax, listExports } from '../../server/erasure/export-list-view.ts'
import type { SubjectExport } from '../../server/erasure/subject-export-store.ts'
import { isoOrNull, toIso } from '../../server/kernel/clock.ts'
import { dayMs } from '../../server/kernel/durations.ts'
import type { CommandContext } from '../context.ts'
import { examples } from '../root-command.ts'
import { day } from '../text/instant-text.ts'
import { renderTable, type TableColumn } from '../text/table.ts'

const shownMax = 200

export function define(command: Command, context: CommandContext): void {
  command
    .option('--all', 'also those that are recorded as deleted')
    .addHelpText('before', examples('svc export list', 'svc export list --all --json'))
    .addHelpText(
      'after',
      `\nAt most the newest ${shownMax}. svc doctor reminds of a folder that is not recorded as\ndeleted after ${exportKeptMsMax / dayMs} days.\n`,
    )
    .action((options: { readonly all?: boolean }) => list(context, options.all === true))
}

async function list({ io, session }: CommandContext, isAll: boolean): Promise<void> {
  const { db } = await session.appliance()
  const items = await listExports(db.reader, { isOpen: !isAll, countMax: shownMax })
  io.show({ items: items.map(exportJson) }, () => renderTable(io.out, columns, items))
}

function exportJson(one: SubjectExport) {
  return {
    id: one.id,
    verification_id: one.verificationId,
    made_at: toIso(one.madeAt),
    sha256: one.sha256,
    recipient: one.recipient ?? null,
    handed_over_at: isoOrNull(one.handedOverAt),
    deleted_at: isoOrNull(one.deletedAt),
  }
}

const columns: readonly TableColumn<SubjectExport>[] = [
  { title: 'EXPORT', cell: ({ id }) => id },
  { title: 'MADE', cell: ({ madeAt }) => day(madeAt) },
  { title: 'HANDED OVER', cell: ({ handedOverAt }) => day(handedOverAt) },
  { title: 'TO', cell: ({ recipient }) => recipient ?? '-', shrinks: true },
  { title: 'DELETED', cell: ({ deletedAt }) => day(deletedAt) },
  { title: 'VERIFICATION', cell: ({ verificationId }) => verificationId, isExtra: true },
]
