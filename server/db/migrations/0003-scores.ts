// Scores: one a verification, the state of its scoring in one column instead of two flags, and the
// provider's result code in the open, so that scoring opens nothing that is sealed.

import { sql } from 'kysely'
import type { Trx } from '../transaction.ts'

export async function scores(trx: Trx): Promise<void> {
  await trx.schema
    .createTable('scores')
    .addColumn('verification_id', 'text', (column) =>
      column.primaryKey().notNull().references('verifications.id'),
    )
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('score', 'integer', (column) => column.notNull())
    .addColumn('confidence', 'real', (column) => column.notNull())
    .addColumn('model_version', 'text', (column) => column.notNull())
    .addColumn('flags', 'text', (column) => column.notNull())
    .addColumn('features_used', 'text', (column) => column.notNull())
    .addColumn('reference_version', 'text')
    .addColumn('computed_at', 'integer', (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute()
  await trx.schema
    .alterTable('verifications')
    .addColumn('scoring', 'text', (column) => column.notNull().defaultTo('not_requested'))
    .execute()
  await trx.schema.alterTable('verifications').addColumn('result_code', 'text').execute()
  await takeOverFlags(trx)
  await trx.schema.alterTable('verifications').dropColumn('score_requested').execute()
  await trx.schema.alterTable('verifications').dropColumn('scoring_skipped').execute()
}

/** Until here no score was ever attached: what was asked for waits, ended in error, or was skipped. */
async function takeOverFlags(trx: Trx): Promise<void> {
  const asked = sql.ref('score_requested')
  await sql`update verifications set scoring = 'requested' where ${asked} = 1`.execute(trx)
  await sql`update verifications set scoring = 'skipped'
    where ${asked} = 1 and status in ('approved', 'declined')`.execute(trx)
}
