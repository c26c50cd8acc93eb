// Scheduled task: deletes old deduplication keys of audit entries that are recorded once per period.

import { type Db, inSharedTransaction } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import { hourMs } from '../kernel/durations.ts'
import { untilFewer } from '../kernel/until-fewer.ts'
import { deleteOnceKeys } from './audit-once-store.ts'

/** Longer than any such period and than a clock is set back. */
const keptMs = 3 * hourMs
const rowsAtOnce = 1000

/** Returns the number of deleted keys. */
export async function pruneAuditOnce({
  db,
  clock,
}: {
  readonly db: Db
  readonly clock: Clock
}): Promise<number> {
  const before = clock.now() - keptMs
  return untilFewer(rowsAtOnce, () =>
    inSharedTransaction(db, (trx) => deleteOnceKeys(trx, before, rowsAtOnce)),
  )
}
