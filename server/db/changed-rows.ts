// Runs a statement that updates or deletes rows, and counts those.

import type { DeleteResult, UpdateResult } from 'kysely'

interface Change {
  executeTakeFirst(): Promise<DeleteResult | UpdateResult>
}

/** Returns how many rows the statement updated or deleted. */
export async function changedRows(change: Change): Promise<number> {
  const result = await change.executeTakeFirst()
  return Number('numDeletedRows' in result ? result.numDeletedRows : result.numUpdatedRows)
}

/** Returns whether the statement updated or deleted a row. */
export async function changesAny(change: Change): Promise<boolean> {
  return (await changedRows(change)) > 0
}
