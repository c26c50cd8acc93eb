// Scheduled task, and after a crash part of the start: checks the pages of the database, so that a damaged page is known
// before somebody needs it.

import { findDamagedTables } from '../db/find-damage.ts'
import type { Db } from '../db/transaction.ts'
import type { Log } from '../kernel/log.ts'

/** Logs an error for each damaged table. Returns their number. */
export async function checkDatabase({
  db,
  log,
}: {
  readonly db: Pick<Db, 'longReader'>
  readonly log: Log
}): Promise<number> {
  const damaged = await findDamagedTables(db.longReader)
  for (const table of damaged) log.error('database_damaged', { reason: table })
  return damaged.length
}
