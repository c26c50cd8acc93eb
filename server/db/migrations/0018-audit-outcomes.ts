// From here on the audit log has a word on every outcome. What ended before is attested once, by the server: only
// that has the key of the chain. Here is noted that it is due.

import { sql } from 'kysely'
import type { Trx } from '../transaction.ts'

export async function auditOutcomes(trx: Trx): Promise<void> {
  await trx.schema
    .createTable('attestation_due')
    .addColumn('only', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('before', 'integer', (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute()
  await sql`insert into attestation_due (only, before)
select 1, max(created_at) + 1 from verifications having max(created_at) is not null`.execute(trx)
}
