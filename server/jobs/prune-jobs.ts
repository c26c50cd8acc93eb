// Deletes finished jobs after seven days, in small transactions so that other writes do not wait.

import { type Db, inSharedTransaction } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import { untilFewer } from '../kernel/until-fewer.ts'
import { deleteFinishedJobs } from './job-store.ts'

const keptForMs = 7 * 24 * 60 * 60 * 1000
const rowsPerTransactionMax = 500

/** Returns how many jobs were deleted. */
export async function pruneJobs(needs: {
  readonly db: Db
  readonly clock: Clock
}): Promise<number> {
  const before = needs.clock.now() - keptForMs
  return untilFewer(rowsPerTransactionMax, () =>
    inSharedTransaction(needs.db, (trx) => deleteFinishedJobs(trx, before, rowsPerTransactionMax)),
  )
}
