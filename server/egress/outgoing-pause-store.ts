// Writes `outgoing_pause`: whether jobs, webhooks and the schedule wait after a restore.

import { changesAny } from '../db/changed-rows.ts'
import type { Trx } from '../db/transaction.ts'

export async function insertOutgoingPause(
  trx: Trx,
  pausedAt: number,
  backup: string,
): Promise<void> {
  const values = { paused_at: pausedAt, backup }
  await trx
    .insertInto('outgoing_pause')
    .values({ only: 1, ...values })
    .onConflict((conflict) => conflict.column('only').doUpdateSet(values))
    .execute()
}

/** Returns whether there was a pause. */
export function deleteOutgoingPause(trx: Trx): Promise<boolean> {
  return changesAny(trx.deleteFrom('outgoing_pause'))
}
