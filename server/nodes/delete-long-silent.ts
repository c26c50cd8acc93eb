// The row of a node that was killed is shown to operators for a day, then deleted.

import { type Db, inSharedTransaction } from '../db/transaction.ts'
import { dayMs } from '../kernel/durations.ts'
import type { Node } from './node.ts'
import { deleteSilentNode } from './node-store.ts'

const deadShownForMs = dayMs

/** @param silent nodes whose lease has ended */
export async function deleteLongSilent(
  db: Db,
  silent: readonly Node[],
  nowMs: number,
): Promise<void> {
  const old = silent.filter(({ seenAt }) => seenAt < nowMs - deadShownForMs)
  for (const node of old) await inSharedTransaction(db, (trx) => deleteSilentNode(trx, node))
}
