// Meters one thing, in the transaction of what it meters: both are there afterwards, or neither.

import type { Trx } from '../db/transaction.ts'
import { newId } from '../kernel/ids.ts'
import { isBillable, type MeteredThing, occasionOf, type UsageEvent } from './usage.ts'
import { addToSums, insertUsageEvent } from './usage-store.ts'

/**
 * Writes the event and adds it to the sums of its hour, day and month. Of one occasion there is never a
 * second event: false means that this one was metered before and nothing was written.
 */
export function recordUsage(trx: Trx, thing: MeteredThing): Promise<boolean> {
  const event: UsageEvent = {
    id: newId('use', thing.nowMs),
    type: thing.type,
    environment: thing.environment,
    apiKeyId: thing.apiKeyId,
    verificationId: thing.verificationId,
    quantity: 1,
    billable: isBillable(thing.environment),
    source: thing.source,
    createdAt: thing.nowMs,
    correction: undefined,
  }
  return keepUsage(trx, event, occasionOf(thing))
}

/** Shared with corrections, which count like any other event. */
export async function keepUsage(trx: Trx, event: UsageEvent, occasion: string): Promise<boolean> {
  if (!(await insertUsageEvent(trx, event, occasion))) return false
  await addToSums(trx, event)
  return true
}
