// Erases what the bank's periods of retention say, in batches. One process runs at a time, by a lease; a run that was
// killed is taken up where it stopped, because what is erased is not found again.

import type { Appliance } from '../appliance.ts'
import type { AuditOrigin } from '../audit/audit.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { inTransaction, type Trx } from '../db/transaction.ts'
import { eraseImagesOf } from '../images/storage/erase-images.ts'
import { AppError } from '../kernel/app-error.ts'
import { randomToken } from '../kernel/ids.ts'
import { type ErasureNeeds, eraseVerification, judgeVerification } from './erase-verification.ts'
import { insertSteps } from './erasure-store.ts'
import { type FinishNeeds, finishErasures } from './finish-erasures.ts'
import { listDue } from './retention-due-view.ts'
import type { ErasureBlock } from './retention-policy.ts'
import { dueQueryOf, isAutomatic, type RetentionRule, retentionRules } from './retention-rules.ts'
import { findRun, type RetentionRun, replaceRun } from './retention-run-store.ts'

interface RetentionNeeds
  extends Omit<ErasureNeeds, 'keyring' | 'db'>,
    Omit<FinishNeeds, 'db' | 'clock'> {
  readonly db: Appliance['db']
}

export interface RetentionOutcome {
  readonly erased: number
  /** Verifications of which only the images were deleted. */
  readonly imagesErased: number
  /** Verifications that are due but must not be erased now, by the first reason. */
  readonly blocked: Readonly<Partial<Record<ErasureBlock, number>>>
}

interface RetentionRequest {
  readonly by: AuditOrigin
  /** Counts only. */
  readonly isDryRun: boolean
  /** Leaves what has been due for less than this. Default: 0. */
  readonly marginMs?: number
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((outcome: RetentionOutcome) => void) | undefined
}

/** Each is one transaction of a few milliseconds. */
const verificationsAtOnce = 20
/** A batch takes far less; a process that died holds the run up for so long. */
const leaseMs = 60_000

/** @throws AppError `conflict` while another process runs it; the reason of `signal` */
export async function runRetention(
  needs: RetentionNeeds,
  request: RetentionRequest,
): Promise<RetentionOutcome> {
  const owner = randomToken(16)
  const counter = new RetentionCounter()
  if (!request.isDryRun) await takeRun(needs, owner)
  try {
    for (const rule of retentionRules(needs.config.retention).filter(isAutomatic)) {
      await runRule(needs, request, { rule, owner, counter })
    }
  } finally {
    if (!request.isDryRun) await endRun(needs, owner, counter)
  }
  if (!request.isDryRun) await finishErasures(needs)
  return counter.outcome
}

class RetentionCounter {
  #erased = 0
  #imagesErased = 0
  readonly #blocked = new Map<ErasureBlock, number>()

  add(result: Handled): void {
    if (result === 'erased') this.#erased += 1
    else if (result === 'images_erased') this.#imagesErased += 1
    else this.#blocked.set(result, (this.#blocked.get(result) ?? 0) + 1)
  }

  get outcome(): RetentionOutcome {
    const blocked = Object.fromEntries(this.#blocked)
    return { erased: this.#erased, imagesErased: this.#imagesErased, blocked }
  }
}

type Handled = 'erased' | 'images_erased' | ErasureBlock

interface RuleRun {
  readonly rule: RetentionRule
  readonly owner: string
  readonly counter: RetentionCounter
}

async function runRule(
  needs: RetentionNeeds,
  request: RetentionRequest,
  { rule, owner, counter }: RuleRun,
): Promise<void> {
  const due = dueQueryOf(rule, needs.clock.now() - (request.marginMs ?? 0))
  if (due === undefined) return
  let after = ''
  for (;;) {
    request.signal?.throwIfAborted()
    const page = { after, limit: verificationsAtOnce }
    const ids = await listDue(needs.db.longReader, due, page)
    const handled = await inTransaction(needs.db, async (trx) => {
      if (!request.isDryRun) await renewRun(needs, trx, owner, counter)
      return handlePage(needs, trx, request, rule, ids)
    })
    for (const one of handled) counter.add(one)
    request.onProgress?.(counter.outcome)
    after = ids.at(-1) ?? after
    if (ids.length < verificationsAtOnce) return
  }
}

async function handlePage(
  needs: RetentionNeeds,
  trx: Trx,
  request: RetentionRequest,
  { kind }: RetentionRule,
  ids: readonly string[],
): Promise<readonly Handled[]> {
  const handled: Handled[] = []
  for (const verificationId of ids) {
    const { judgement } = await judgeVerification(needs, trx, { verificationId })
    const [block] = judgement.blocks
    if (block !== undefined) handled.push(block)
    else handled.push(await handleOne(needs, trx, request, { kind, verificationId }))
  }
  return handled
}

async function handleOne(
  needs: RetentionNeeds,
  trx: Trx,
  { by, isDryRun }: RetentionRequest,
  { kind, verificationId }: Pick<RetentionRule, 'kind'> & { readonly verificationId: string },
): Promise<Handled> {
  const isImagesOnly = kind === 'applicant_images'
  if (isDryRun) return isImagesOnly ? 'images_erased' : 'erased'
  if (!isImagesOnly) {
    await eraseVerification(needs, trx, by, { verificationId, reason: 'period_over' })
    return 'erased'
  }
  const images = await eraseImagesOf(trx, verificationId)
  await insertSteps(
    trx,
    images.map(({ file }) => ({ erasureId: verificationId, step: 'image', item: file })),
  )
  await recordAudit(needs, trx, {
    by,
    action: 'verification.images_erased',
    subject: { kind: 'verification', id: verificationId },
    details: { reason: 'period_over', count: images.length },
  })
  return 'images_erased'
}

async function takeRun({ db, clock }: RetentionNeeds, owner: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const nowMs = clock.now()
    const last = await findRun(trx)
    if (last?.owner !== undefined && last.leaseUntil > nowMs) {
      const message = 'Another process is running it. Wait a minute and try again.'
      throw new AppError('conflict', message)
    }
    const none = { verifications: 0, images: 0, finishedAt: undefined }
    await replaceRun(trx, { owner, leaseUntil: nowMs + leaseMs, startedAt: nowMs, ...none })
  })
}

/** @throws AppError `conflict` if the lease ran out and another process took the run over */
async function renewRun(
  { clock }: RetentionNeeds,
  trx: Trx,
  owner: string,
  counter: RetentionCounter,
): Promise<void> {
  const run = await findRun(trx)
  if (run?.owner !== owner) {
    throw new AppError('conflict', 'Another process has taken the run over.')
  }
  await replaceRun(trx, { ...withCounts(run, counter), leaseUntil: clock.now() + leaseMs })
}

async function endRun(
  { db, clock }: RetentionNeeds,
  owner: string,
  counter: RetentionCounter,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const run = await findRun(trx)
    if (run?.owner !== owner) return
    await replaceRun(trx, {
      ...withCounts(run, counter),
      owner: undefined,
      finishedAt: clock.now(),
    })
  })
}

function withCounts(run: RetentionRun, { outcome }: RetentionCounter): RetentionRun {
  return { ...run, verifications: outcome.erased, images: outcome.imagesErased }
}
