// Prunes the delivery log by age, a few rows in a transaction, so that other writers do not wait.
// The body of an event is kept while a pending delivery needs it.

import type { Appliance } from '../appliance.ts'
import type { Config } from '../config.ts'
import { type Db, inTransaction, type Trx } from '../db/transaction.ts'
import { pruneBodies, pruneEvents } from '../events/prune-events.ts'
import { firstIdAt } from '../kernel/ids.ts'
import { untilFewer } from '../kernel/until-fewer.ts'
import { deleteEndedLeases } from './endpoint-lease-store.ts'
import {
  deleteOldAlerts,
  deleteOldAttempts,
  deleteOldDeliveries,
  deleteUnnamedTombstones,
} from './retention-store.ts'
import { listSpentEvents, listUnnamedEvents } from './retention-view.ts'

interface PruneNeeds extends Pick<Appliance, 'db' | 'clock'> {
  readonly config: {
    readonly webhooks: Pick<Config['webhooks'], 'attemptRetentionMs' | 'bodyRetentionMs'>
  }
}

const rowsPerTransactionMax = 500
/** Half as many, because each deleted delivery may delete its event, too. */
const deliveriesPerTransactionMax = rowsPerTransactionMax / 2

/** Returns the number of deleted rows and cleared bodies. */
export async function pruneDeliveries(needs: PruneNeeds): Promise<number> {
  const { clock, config, db } = needs
  const nowMs = clock.now()
  const before = nowMs - config.webhooks.attemptRetentionMs
  const repeat = (limit: number, work: (trx: Trx) => Promise<number>) =>
    untilFewer(limit, () => inTransaction(db, work))
  const max = rowsPerTransactionMax
  return (
    (await clearUnneededBodies(db, nowMs - config.webhooks.bodyRetentionMs)) +
    (await repeat(max, (trx) => deleteOldAttempts(trx, before, max))) +
    (await repeat(1, (trx) => deleteDeliveries(trx, before))) +
    (await repeat(max, (trx) => deleteOldAlerts(trx, firstIdAt('alr', before), max))) +
    (await repeat(max, (trx) => deleteUnnamedTombstones(trx, max))) +
    (await inTransaction(db, (trx) => deleteEndedLeases(trx, before)))
  )
}

/** Deletes old deliveries, and each event with its last delivery. Returns the number of both. */
async function deleteDeliveries(trx: Trx, before: number): Promise<number> {
  const eventIds = await deleteOldDeliveries(trx, before, deliveriesPerTransactionMax)
  if (eventIds.length === 0) return 0
  const unnamed = await listUnnamedEvents(trx, [...new Set(eventIds)])
  return eventIds.length + (await pruneEvents(trx, unnamed))
}

/**
 * Clears the bodies of events whose deliveries all ended before `endedBefore`. An event is older
 * than the end of its deliveries, so only events created before that need to be read.
 */
async function clearUnneededBodies(db: Db, endedBefore: number): Promise<number> {
  const idBefore = firstIdAt('evt', endedBefore)
  let total = 0
  let after: string | undefined = firstIdAt('evt', 0)
  while (after !== undefined) {
    const batch = { after, idBefore, limit: rowsPerTransactionMax }
    const { last, pruned } = await inTransaction(db, async (trx) => {
      const { ids, last } = await listSpentEvents(trx, endedBefore, batch)
      return { last, pruned: await pruneBodies(trx, ids) }
    })
    after = last
    total += pruned
  }
  return total
}
