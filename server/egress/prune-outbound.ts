// Deletes old entries of the outbound log, in small transactions so that other writes do not wait.

import { type Db, inSharedTransaction } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import { firstIdAt } from '../kernel/ids.ts'
import { untilFewer } from '../kernel/until-fewer.ts'
import { deleteOutbound } from './outbound-store.ts'

const rowsPerTransactionMax = 500

/** Returns how many entries were deleted. */
export async function pruneOutbound(needs: {
  readonly db: Db
  readonly clock: Clock
  readonly config: { readonly outboundRetentionMs: number }
}): Promise<number> {
  const idBefore = firstIdAt('out', needs.clock.now() - needs.config.outboundRetentionMs)
  return untilFewer(rowsPerTransactionMax, () =>
    inSharedTransaction(needs.db, (trx) => deleteOutbound(trx, idBefore, rowsPerTransactionMax)),
  )
}
