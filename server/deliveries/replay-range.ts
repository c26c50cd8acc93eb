// Replays many deliveries of a webhook, oldest first: those of a span of time that ended in one
// state and whose body is still kept. Reads and writes in short batches, so that other writers do
// not wait.

import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { AuditOrigin } from '../audit/audit.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { type Admit, type InSameTransaction, nothingMore } from '../db/in-same-transaction.ts'
import { afterCommit, inTransaction, type Trx } from '../db/transaction.ts'
import { firstIdAt } from '../kernel/ids.ts'
import type { ReplayCounts, ReplaySpan } from './delivery.ts'
import { setReplayed } from './delivery-store.ts'
import { type ReplayNeeds, type ReplayTarget, requireActive } from './replay-delivery.ts'
import { listReplayCandidates } from './replay-view.ts'

/** Deliveries replayed by one call at most. */
export const replaysMax = 5_000
const rowsPerTransactionMax = 500
const rowsPerBatch = 2_000

interface ReplayOptions {
  /** Called in each batch. */
  readonly admit?: Admit
  /** Called in the last batch. */
  readonly inSameTransaction?: InSameTransaction<ReplayCounts>
}

/**
 * If the server stops half-way, the older deliveries have been replayed. The same call again
 * replays the others, and also those of the older ones that have reached the same state again (of
 * `delivered` ones, most). To replay none of them twice, set `createdFrom` to the last one that was
 * replayed.
 * @throws AppError `not_found`; `conflict` when the webhook is inactive or deleted
 */
export async function replayRange(
  needs: ReplayNeeds,
  by: AuditOrigin,
  target: ReplayTarget,
  span: ReplaySpan,
  { admit, inSameTransaction = nothingMore }: ReplayOptions = {},
): Promise<ReplayCounts> {
  await requireActive(needs.db.reader, target)
  const matching = await findMatching(needs, target.webhookId, span)
  const ids = span.isDryRun ? [] : matching.ids
  const rest = { isDryRun: span.isDryRun, matched: matching.matched }
  let replayed = 0
  const counts = (): ReplayCounts => ({
    ...rest,
    replayed,
    remaining: matching.matched - ids.length,
    nextCreatedFrom: span.isDryRun ? matching.firstCreatedAt : matching.nextCreatedAt,
  })
  for (let at = 0; at < ids.length; at += rowsPerTransactionMax) {
    const some = ids.slice(at, at + rowsPerTransactionMax)
    const isLast = at + rowsPerTransactionMax >= ids.length
    const before = replayed
    await inTransaction(needs.db, async (trx) => {
      await admit?.(trx)
      const count = await replaySome(needs, trx, { target, span, ids: some })
      // Set, not added to: the transaction may run twice.
      replayed = before + count
      if (count > 0) await recordReplay(needs, trx, { by, webhookId: target.webhookId, count })
      if (isLast) await inSameTransaction(trx, counts())
    })
  }
  return counts()
}

/** Replays the deliveries that are still in the state they were found in; returns how many. */
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
  const count = await setReplayed(trx, ids, { state: span.state, nowMs: needs.clock.now() })
  afterCommit(trx, () => needs.wakeDeliveries([target.webhookId], 'retry'))
  return count
}

/**
 * Each batch gets its own audit entry, because a replay that stops half-way has replayed the
 * batches before.
 */
async function recordReplay(
  needs: ReplayNeeds,
  trx: Trx,
  done: { readonly by: AuditOrigin; readonly webhookId: string; readonly count: number },
): Promise<void> {
  await recordAudit(needs, trx, {
    by: done.by,
    action: 'webhook.replayed',
    subject: { kind: 'webhook', id: done.webhookId },
    details: { count: done.count },
  })
}

interface Matching {
  /** The oldest matches, `replaysMax` at most. */
  readonly ids: readonly string[]
  readonly matched: number
  readonly firstCreatedAt: number | undefined
  readonly nextCreatedAt: number | undefined
}

/** Counts all matches and returns the ids of the oldest. */
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
    const batch = { state, eventType, idBefore, after, limit: rowsPerBatch }
    const rows = await listReplayCandidates(db.reader, webhookId, batch)
    for (const row of rows) {
      if (!row.isBodyKept) continue
      matched += 1
      firstCreatedAt ??= row.createdAt
      if (ids.length < replaysMax) ids.push(row.id)
      else nextCreatedAt ??= row.createdAt
    }
    const last = rows.at(-1)
    if (rows.length < rowsPerBatch || last === undefined)
      return { ids, matched, firstCreatedAt, nextCreatedAt }
    after = last.id
    await turnOfTheLoop()
  }
}
