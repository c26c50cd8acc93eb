// Rows of a small table that tests of transactions write.

import { prepareInsert } from '../../../server/db/prepared-insert.ts'
import type { Reader } from '../../../server/db/transaction.ts'
import type { LiveDayTable } from '../../../server/verifications/live-limits/live-day-table.ts'

export const insertDay = prepareInsert('live_days')

export const dayOf = (name: string, starts_at = 0): LiveDayTable => ({
  api_key_id: name,
  starts_at,
  verifications: 1,
})

export async function namesIn(db: Reader): Promise<readonly string[]> {
  const rows = await db.selectFrom('live_days').select('api_key_id').orderBy('api_key_id').execute()
  return rows.map((row) => row.api_key_id)
}
