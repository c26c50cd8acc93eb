// Reads the result of the recount: how far it has counted, and the differences it found.

import { countRows } from '../db/count-rows.ts'
import type { Reader } from '../db/transaction.ts'

export async function findCountedTo(db: Reader): Promise<number | undefined> {
  const row = await db.selectFrom('usage_recount').select('counted_to').executeTakeFirst()
  return row?.counted_to
}

/** Returns the differences that are not repaired yet, earliest first. */
export async function listDifferences(db: Reader, limit: number) {
  const rows = await db
    .selectFrom('usage_differences')
    .select(['span', 'starts_at', 'environment', 'api_key_id', 'type'])
    .select(['counted_quantity', 'summed_quantity'])
    .orderBy('starts_at')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    span: row.span,
    startsAt: row.starts_at,
    environment: row.environment,
    apiKeyId: row.api_key_id,
    type: row.type,
    countedQuantity: row.counted_quantity,
    summedQuantity: row.summed_quantity,
  }))
}

export function countDifferences(db: Reader): Promise<number> {
  return countRows(db.selectFrom('usage_differences'))
}
