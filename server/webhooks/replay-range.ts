// Sends many deliveries of a webhook again, oldest first: those of a span of time that ended in one way
// and whose body is still kept. Many short looks and short transactions, so that nobody waits for it.

import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { AuditOrigin } from '../audit/audit.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { type Alongside, nothingAlongside } from '../db/alongside.ts'
import { afterCommit, inTransaction, type Trx } from '../db/transaction.ts'
import { firstIdAt } from '../kernel/ids.ts'
import type { ReplaySpan } from './delivery-input.ts'
import { setReplayed } from './delivery-store.ts'
import { type ReplayNeeds, type ReplayTarget, requireActive } from './replay-delivery.ts'
import { listReplayCandidates } from './replay-view.ts'

/** Of one call. */
export const replaysMax = 5_000
const rowsPerTransactionMax = 500
const rowsPerLook = 2_000

export interface ReplayTally {
  readonly isDryRun: boolean
  readonly matched: number
  readonly replayed: number
  /** Matched, and left for the next call. */
  readonly remaining: number
  /** When the oldest of those left was created: where the next call may begin. */
  readonly nextCreatedFrom: number | undefined
}

/**
 * Cut off half-way, it has replayed the older ones. The same call then does the others, and once more
 * those of the older ones that have come to the same end meanwhile: of `delivered` ones, most. Whoever
 * wants none of them twice asks from the last one that was replayed on (`createdFrom`).
 * @throws AppError `not_found`; `conflict` when the webhook is inactive or deleted
 */
export async function replayRange(
  needs: ReplayNeeds,
  by: AuditOrigin,
  target: ReplayTarget,
  span: ReplaySpan,
  alongside: Alongside<ReplayTally> = nothingAlongside,
): Promise<ReplayTally> {
  await requireActive(needs.db.reader, target)
  const found = await findMatching(needs, target.webhookId, span)
  const ids = span.isDryRun ? [] : found.ids
  const rest = { isDryRun: span.isDryRun, matched: found.matched }
  let replayed = 0
  const tally = (): ReplayTally => ({
    ...rest,
    replayed,
    remaining: found.matched - ids.length,
    nextCreatedFrom: span.isDryRun ? found.firstCreatedAt : found.nextCreatedAt,
  })
  for (let at = 0; at < ids.length; at += rowsPerTransactionMax) {
    const some = ids.slice(at, at + rowsPerTransactionMax)
    const isLast = at + rowsPerTransactionMax >= ids.length
    await inTransaction(needs.db, async (trx) => {
      const taken = await replaySome(needs, trx, { target, span, ids: some })
      replayed += taken
      if (taken > 0) await recordReplay(needs, trx, { by, webhookId: target.webhookId, taken })
      if (isLast) await alongside(trx, tally())
    })
  }
  return tally()
}

/** Only those that are still as they were found. */
async function replaySome(
  needs: ReplayNeeds,
  trx: Trx,
  {
    target,
    span,
    ids,
  }: { readonly target: ReplayTarget; readonly span: ReplaySpan; readonly ids: readonly string[] },
): Promise<number> {
  await requireActive(trx, target)
  const taken = await setReplayed(trx, ids, { state: span.state, nowMs: needs.clock.now() })
  afterCommit(trx, () => needs.wakeDeliveries([target.webhookId], 'retry'))
  return taken
}

/** With each part: a replay that is cut off half-way has still done what came before. */
async function recordReplay(
  needs: ReplayNeeds,
  trx: Trx,
  done: { readonly by: AuditOrigin; readonly webhookId: string; readonly taken: number },
): Promise<void> {
  await recordAudit(needs, trx, {
    by: done.by,
    action: 'webhook.replayed',
    subject: { kind: 'webhook', id: done.webhookId },
    details: { count: done.taken },
  })
}

interface Matching {
  /** The oldest, as many as one call takes. */
  readonly ids: readonly string[]
  readonly matched: number
  readonly firstCreatedAt: number | undefined
  readonly nextCreatedAt: number | undefined
}

/** Counts them all and keeps the first. */
async function findMatching(
  { db }: ReplayNeeds,
  webhookId: string,
  { state, eventType, createdFrom = 0, createdTo }: ReplaySpan,
): Promise<Matching> {
  const ids: string[] = []
  let matched = 0
  let firstCreatedAt: number | undefined
  let nextCreatedAt: number | undefined
  const idBefore = firstIdAt('dlv', createdTo)
  let after = firstIdAt('dlv', createdFrom)
  for (;;) {
    const look = { state, eventType, idBefore, after, limit: rowsPerLook }
    const rows = await listReplayCandidates(db.reader, webhookId, look)
    for (const row of rows) {
      if (!row.isBodyKept) continue
      matched += 1
      firstCreatedAt ??= row.createdAt
      if (ids.length < replaysMax) ids.push(row.id)
      else nextCreatedAt ??= row.createdAt
    }
    const last = rows.at(-1)
    if (rows.length < rowsPerLook || last === undefined)
      return { ids, matched, firstCreatedAt, nextCreatedAt }
    after = last.id
    await turnOfTheLoop()
  }
}
