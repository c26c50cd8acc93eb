// Records usage in the same transaction as the change that is metered, so that both commit or neither.

import type { Trx } from '../db/transaction.ts'
import { newId } from '../kernel/ids.ts'
import { deduplicationKeyOf, isBillable, type MeteredThing, type UsageEvent } from './usage.ts'
import { addToCounters, insertFirstUsageEvent, insertUsageEvent } from './usage-store.ts'

/**
 * Writes the event and adds it to the counters of its hour, day and month.
 * @returns false, and writes nothing, if an event with the same deduplication key exists already
 */
export function recordUsage(trx: Trx, thing: MeteredThing): Promise<boolean> {
  return recordUsageEvent(trx, eventOf(thing), deduplicationKeyOf(thing))
}

/** For a verification that this transaction inserts: it cannot have such an event yet. */
export async function recordFirstUsage(trx: Trx, thing: MeteredThing): Promise<void> {
  const event = eventOf(thing)
  await insertFirstUsageEvent(trx, event, deduplicationKeyOf(thing))
  addToCounters(trx, event)
}

function eventOf(thing: MeteredThing): UsageEvent {
  return {
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
}

/** Writes a complete event, for corrections too. Returns false if it is a duplicate. */
export async function recordUsageEvent(
  trx: Trx,
  event: UsageEvent,
  deduplicationKey: string,
): Promise<boolean> {
  if (!(await insertUsageEvent(trx, event, deduplicationKey))) return false
  addToCounters(trx, event)
  return true
}
