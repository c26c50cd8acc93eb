// Reads the oldest and the newest data keys, as they are stored, for a trial of the master key.

import type { Reader } from '../db/transaction.ts'

export interface StoredDataKey {
  readonly subjectId: string
  readonly wrapped: Buffer
}

const keysEachWay = 5

/** Ids sort by time. */
export async function sampleDataKeys(db: Reader): Promise<readonly StoredDataKey[]> {
  const rows = db.selectFrom('data_keys').select(['subject_id', 'wrapped']).limit(keysEachWay)
  const oldest = await rows.orderBy('subject_id').execute()
  const newest = await rows.orderBy('subject_id', 'desc').execute()
  const byId = new Map([...oldest, ...newest].map((row) => [row.subject_id, row.wrapped]))
  return [...byId].map(([subjectId, wrapped]) => ({ subjectId, wrapped }))
}
