// Marks calls that a node began and did not finish before it died: how much was sent, and what came of it, is unknown.

import type { Appliance } from '../appliance.ts'
import { inTransaction } from '../db/transaction.ts'
import { listCallingNodes, markInterrupted } from './outbound-store.ts'

/** Leaves the calls of this node and of every node that may be alive. */
export async function markInterruptedCalls({
  db,
  log,
  node,
}: Pick<Appliance, 'db' | 'log' | 'node'>): Promise<void> {
  let count = 0
  for (const dead of await node.deadAmong(await listCallingNodes(db.reader))) {
    count += await inTransaction(db, async (trx) =>
      (await node.isStillDead(trx, dead)) ? markInterrupted(trx, dead.id) : 0,
    )
  }
  if (count > 0) log.warn('outbound_calls_interrupted', { count })
}
