// Marks calls that an earlier process began but did not finish. Requires the server lock, so that every call
// with the outcome `begun` belongs to a process that is gone.

import { type Db, inTransaction } from '../db/transaction.ts'
import type { Log } from '../kernel/log.ts'
import { markInterrupted } from './outbound-store.ts'

/** Call it before the first call of this process. */
export async function markInterruptedCalls(needs: {
  readonly db: Pick<Db, 'write'>
  readonly log: Log
}): Promise<void> {
  const count = await inTransaction(needs.db, markInterrupted)
  if (count > 0) needs.log.warn('outbound_calls_interrupted', { count })
}
