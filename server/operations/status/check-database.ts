// Scheduled task, and after a crash part of the start: checks the pages of the database, so that a damaged page is
// known before somebody needs it.

import type { Appliance } from '../../appliance.ts'
import { findDamagedTables } from '../../db/sqlite/find-damage.ts'
import { keepDatabaseVerdict } from './database-verdict.ts'

type CheckNeeds = Pick<Appliance, 'log' | 'clock'> & {
  readonly db: Pick<Appliance['db'], 'dialect' | 'longReader'>
  readonly about: Pick<Appliance['about'], 'databaseFile'>
}

/**
 * Logs an error for each damaged table, and keeps the verdict for `svc status`. Returns their number; 0 on PostgreSQL,
 * which checks its pages by itself.
 */
export async function checkDatabase({ db, log, clock, about }: CheckNeeds): Promise<number> {
  if (db.dialect !== 'sqlite') return 0
  const damagedTables = await findDamagedTables(db.longReader)
  for (const table of damagedTables) log.error('database_damaged', { reason: table })
  const verdict = { checkedAt: clock.now(), damagedTables }
  await keepDatabaseVerdict(about.databaseFile, verdict).catch((error: unknown) =>
    log.error('database_check_not_kept', {}, error),
  )
  return damagedTables.length
}
