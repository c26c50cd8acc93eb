// Tells the calls apart that a process before this one began and did not live to see the end of. Only the
// holder of the server lock may: whatever is begun then was begun by somebody who is gone.

import { type Db, inTransaction } from '../db/transaction.ts'
import type { Log } from '../kernel/log.ts'
import { cutOffBegun } from './outbound-store.ts'

/** Before the first call of this process. */
export async function cutOffBegunCalls(needs: {
  readonly db: Pick<Db, 'write'>
  readonly log: Log
}): Promise<void> {
  const count = await inTransaction(needs.db, cutOffBegun)
  if (count > 0) needs.log.warn('outbound_calls_cut_off', { count })
}
