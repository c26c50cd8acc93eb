// Waits until a node that was drained has ended its jobs, for the command that drains it.

import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '../db/transaction.ts'
import { listRunsOf } from './job-store.ts'

/** The node obeys at its next sign of life. */
const obeysWithinMs: Readonly<Record<Db['dialect'], number>> = { postgres: 2_000, sqlite: 6_000 }
const askEveryMs = 200
const asksMax = (15 * 60_000) / askEveryMs

/** Returns false if the node still runs jobs after 15 minutes. */
export async function isIdleInTime(db: Db, nodeId: string): Promise<boolean> {
  await wait(obeysWithinMs[db.dialect])
  for (let asks = 0; asks < asksMax; asks += 1) {
    if ((await listRunsOf(db.reader, nodeId)).length === 0) return true
    await wait(askEveryMs)
  }
  return false
}
