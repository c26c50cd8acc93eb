// An index of the live verifications of each key that have not ended, of which a key may have so many.

import { sql } from 'kysely'
import type { Trx } from '../transaction.ts'

export async function pendingOfKey(trx: Trx): Promise<void> {
  await trx.schema
    .createIndex('verifications_pending_of_key')
    .on('verifications')
    .column('api_key_id')
    .where(sql.ref('environment'), '=', sql.lit('live'))
    .where(sql.ref('status'), '=', sql.lit('pending'))
    .execute()
}
