// Writes the ends of attempts, many in one transaction: the deliveries' next states, the log of attempts,
// and what they tell of the health of each webhook.

import { afterCommit, type Trx } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { type AttemptEnd, type EndedAttempt, endOf, type RecordedAttempt } from './attempt-end.ts'
import type { RetryPlan } from './delivery-policy.ts'
import {
  type AttemptRow,
  countAttempt,
  endAttempt,
  endDelivered,
  insertAttempts,
} from './delivery-queue-store.ts'
import { noteGone, noteHealth } from './webhook-health.ts'

export interface RecordNeeds {
  readonly clock: Clock
  readonly log: Log
  readonly config: { readonly webhooks: RetryPlan & { readonly deactivateOnGone: boolean } }
}

/** An attempt of a delivery that was replayed or cancelled meanwhile is logged and no more. */
export async function recordAttempts(
  needs: RecordNeeds,
  trx: Trx,
  ended: readonly EndedAttempt[],
): Promise<readonly RecordedAttempt[]> {
  const recorded = ended.map((one) => ({ ended: one, end: endOf(needs.config.webhooks, one) }))
  await writeDelivered(trx, recorded)
  for (const { ended: one, end } of recorded) {
    if (end.change.state === 'delivered') continue
    const isOurs = await endAttempt(trx, one.delivery, end.change)
    if (!isOurs && end.attempt) await countAttempt(trx, one.delivery.id)
    logFailure(needs, trx, one, end)
  }
  const attempts = recorded.map(({ end }) => end.attempt).filter((row) => row !== undefined)
  await insertAttempts(trx, attempts satisfies readonly AttemptRow[])
  await noteHealth(needs, trx, recorded)
  if (needs.config.webhooks.deactivateOnGone) await noteGone(needs, trx, recorded)
  return recorded
}

/** By far the most; those that end alike are written by one statement. */
async function writeDelivered(trx: Trx, recorded: readonly RecordedAttempt[]): Promise<void> {
  const groups = new Map<string, DeliveredGroup>()
  for (const { ended, end } of recorded) {
    if (end.change.state !== 'delivered') continue
    const { finishedAt, lastStatus: status = 0 } = end.change
    const { id, replays } = ended.delivery
    const name = `${status} ${replays}`
    const group = groups.get(name) ?? { status, replays, finishedAt, ids: [] }
    group.ids.push(id)
    group.finishedAt = Math.max(group.finishedAt, finishedAt)
    groups.set(name, group)
  }
  for (const { ids, ...end } of groups.values()) {
    const written = await endDelivered(trx, ids, end)
    if (written.length === ids.length) continue
    for (const id of ids) if (!written.includes(id)) await countAttempt(trx, id)
  }
}

interface DeliveredGroup {
  readonly status: number
  readonly replays: number
  /** Of the last of them. */
  finishedAt: number
  readonly ids: string[]
}

function logFailure(
  { log }: RecordNeeds,
  trx: Trx,
  { delivery }: EndedAttempt,
  end: AttemptEnd,
): void {
  const { lastError, lastStatus, state } = end.change
  afterCommit(trx, () =>
    log.warn(end.attempt ? 'delivery_attempt_failed' : 'delivery_cancelled', {
      delivery_id: delivery.id,
      webhook_id: delivery.webhookId,
      event_id: delivery.eventId,
      attempt: delivery.attempt,
      outcome: state,
      ...(lastError === undefined ? {} : { reason: lastError }),
      ...(lastStatus === undefined ? {} : { status: lastStatus }),
    }),
  )
}
