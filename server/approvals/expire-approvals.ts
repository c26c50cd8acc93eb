// Scheduled task: ends expired requests. It need not be punctual, because `stateAt` treats them as expired anyway.

import { fromSystem } from '../audit/audit.ts'
import { inTransaction } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { stateAt } from './approval.ts'
import { findApproval, listOverdue } from './approval-store.ts'
import { closeApproval, type DecisionNeeds } from './decide-approval.ts'

const atOnce = 100

/** Returns the number of ended requests. With several nodes, one of them ends each request. */
export async function expireApprovals(needs: DecisionNeeds): Promise<number> {
  const ids = await listOverdue(needs.db.reader, needs.clock.now(), atOnce)
  let count = 0
  for (const id of ids) if (await expire(needs, id)) count += 1
  return count
}

async function expire(needs: DecisionNeeds, id: string): Promise<boolean> {
  try {
    return await inTransaction(needs.db, async (trx) => {
      const nowMs = needs.clock.now()
      const approval = await findApproval(needs.keyring, trx, id)
      if (approval === undefined || approval.progress.state === 'expired') return false
      if (stateAt(approval, nowMs) !== 'expired') return false
      const to = { state: 'expired', at: nowMs } as const
      await closeApproval(needs, trx, approval, { by: fromSystem, to, action: 'approval.expired' })
      return true
    })
  } catch (error) {
    // Another node settled it between the read and the update.
    if (error instanceof AppError && error.code === 'conflict') return false
    throw error
  }
}
