// Reads the result of the recount: how far it has counted, and the differences it found.

import { countRows } from '../db/count-rows.ts'
import type { Reader } from '../db/transaction.ts'

export async function findCountedTo(db: Reader): Promise<number | undefined> {
  const row = await db.selectFrom('usage_recount').select('counted_to').executeTakeFirst()
  return row?.counted_to
}

/** Returns the differences that are not repaired yet, earliest first. */
export function listDifferences(db: Reader, limit: number) {
  return db
    .selectFrom('usage_differences')
    .select(['span', 'starts_at as startsAt', 'environment', 'api_key_id as apiKeyId', 'type'])
    .select(['counted_quantity as countedQuantity', 'summed_quantity as summedQuantity'])
    .orderBy('starts_at')
    .limit(limit)
    .execute()
}

export function countDifferences(db: Reader): Promise<number> {
  return countRows(db.selectFrom('usage_differences'))
}
