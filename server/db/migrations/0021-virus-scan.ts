// Each image keeps what a scanner for viruses said of it. Those from before were not scanned.

import type { Trx } from '../transaction.ts'

export async function virusScan(trx: Trx): Promise<void> {
  const evidence = trx.schema.alterTable('evidence')
  await evidence
    .addColumn('scan_verdict', 'text', (column) => column.notNull().defaultTo('not_scanned'))
    .execute()
  await evidence.addColumn('scanned_at', 'integer').execute()
}
