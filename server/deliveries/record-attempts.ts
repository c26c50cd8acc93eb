// Records finished attempts, many in one transaction: the deliveries' new states, the attempt log,
// and the health of each webhook.

import type { Appliance } from '../appliance.ts'
import { afterCommit, type Trx } from '../db/transaction.ts'
import { deactivateGone, updateHealth } from '../webhooks/webhook-health.ts'
import {
  type AttemptOutcome,
  attemptOutcomeOf,
  type FinishedAttempt,
  type RecordedAttempt,
} from './attempt-outcome.ts'
import {
  type AttemptRow,
  countAttempt,
  insertAttempts,
  isStored,
  markDelivered,
  updateAfterAttempt,
} from './attempt-store.ts'
import { cancelPending } from './delivery-cancel-store.ts'
import type { RetrySettings } from './retry-policy.ts'

export interface RecordAttemptNeeds extends Pick<Appliance, 'clock' | 'log'> {
  readonly config: { readonly webhooks: RetrySettings & { readonly deactivateOnGone: boolean } }
}

/**
 * Records attempts and returns them all. An attempt of a delivery that was replayed or cancelled meanwhile is only
 * logged.
 * @param triedBefore attempts whose earlier write was reported as failed; those that are stored all the same are left
 */
export async function recordAttempts(
  needs: RecordAttemptNeeds,
  trx: Trx,
  finished: readonly FinishedAttempt[],
  triedBefore: ReadonlySet<FinishedAttempt> = new Set(),
): Promise<readonly RecordedAttempt[]> {
  const all = finished.map((one) => ({
    finished: one,
    outcome: attemptOutcomeOf(needs.config.webhooks, one),
  }))
  const unstored: RecordedAttempt[] = []
  for (const one of all) {
    const { attempt } = one.outcome
    const mayBeStored = attempt !== undefined && triedBefore.has(one.finished)
    if (!mayBeStored || !(await isStored(trx, attempt))) unstored.push(one)
  }
  await writeAttempts(needs, trx, unstored)
  return all
}

async function writeAttempts(
  needs: RecordAttemptNeeds,
  trx: Trx,
  recorded: readonly RecordedAttempt[],
): Promise<void> {
  await writeDelivered(trx, recorded)
  for (const { finished: one, outcome } of recorded) {
    if (outcome.change.state === 'delivered') continue
    const isOurs = await updateAfterAttempt(trx, one.delivery, outcome.change)
    if (!isOurs && outcome.attempt) await countAttempt(trx, one.delivery.id)
    logFailure(needs, trx, one, outcome)
  }
  const attempts = recorded.map(({ outcome }) => outcome.attempt).filter((row) => row !== undefined)
  await insertAttempts(trx, attempts satisfies readonly AttemptRow[])
  await updateHealth(needs, trx, recorded)
  if (needs.config.webhooks.deactivateOnGone) await stopGone(needs, trx, recorded)
}

/** Deactivates the webhooks whose receiver answered 410, and cancels their pending deliveries. */
async function stopGone(
  needs: RecordAttemptNeeds,
  trx: Trx,
  recorded: readonly RecordedAttempt[],
): Promise<void> {
  for (const webhookId of await deactivateGone(needs, trx, recorded)) {
    await cancelPending(trx, webhookId, needs.clock.now())
  }
}

/** Most attempts end so; deliveries with the same end are updated by one statement. */
async function writeDelivered(trx: Trx, recorded: readonly RecordedAttempt[]): Promise<void> {
  const groups = new Map<string, DeliveredGroup>()
  for (const { finished, outcome } of recorded) {
    if (outcome.change.state !== 'delivered') continue
    const { finishedAt, lastStatus: status = 0 } = outcome.change
    const { id, replays } = finished.delivery
    const name = `${status} ${replays}`
    const group = groups.get(name) ?? { status, replays, finishedAt, ids: [] }
    group.ids.push(id)
    group.finishedAt = Math.max(group.finishedAt, finishedAt)
    groups.set(name, group)
  }
  for (const { ids, ...delivered } of groups.values()) {
    const written = await markDelivered(trx, ids, delivered)
    if (written.length === ids.length) continue
    for (const id of ids) if (!written.includes(id)) await countAttempt(trx, id)
  }
}

interface DeliveredGroup {
  readonly status: number
  readonly replays: number
  /** The latest of the group. */
  finishedAt: number
  readonly ids: string[]
}

function logFailure(
  { log }: RecordAttemptNeeds,
  trx: Trx,
  { delivery }: FinishedAttempt,
  outcome: AttemptOutcome,
): void {
  const { lastError, lastStatus, state } = outcome.change
  afterCommit(trx, () =>
    log.warn(outcome.attempt ? 'delivery_attempt_failed' : 'delivery_cancelled', {
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
