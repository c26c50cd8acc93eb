// Runs a statement that inserts, updates or deletes rows, and counts those.

import type { DeleteResult, InsertResult, UpdateResult } from 'kysely'

interface Change {
  executeTakeFirst(): Promise<DeleteResult | InsertResult | UpdateResult>
}

/** Returns how many rows the statement inserted, updated or deleted; an insert that `doNothing` skips counts none. */
export async function changedRows(change: Change): Promise<number> {
  const result = await change.executeTakeFirst()
  if ('numDeletedRows' in result) return Number(result.numDeletedRows)
  if ('numUpdatedRows' in result) return Number(result.numUpdatedRows)
  return Number(result.numInsertedOrUpdatedRows ?? 0n)
}

/** Returns whether the statement inserted, updated or deleted a row. */
export async function changesAny(change: Change): Promise<boolean> {
  return (await changedRows(change)) > 0
}
