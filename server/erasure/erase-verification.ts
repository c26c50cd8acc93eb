// Erases one verification: checks that the law and the bank allow it, destroys its rows, and writes the ledger and the
// audit log in the same transaction. `finishErasures` does what cannot be part of a transaction.

import type { Appliance } from '../appliance.ts'
import type { AuditOrigin } from '../audit/audit.ts'
import { type AuditNeeds, recordAudit } from '../audit/record-audit.ts'
import type { Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { isId, newId } from '../kernel/ids.ts'
import { auditErasedReview } from '../reviews/erase-notes.ts'
import type { Verification } from '../verifications/verification.ts'
import { digestVerification } from '../verifications/verification-digest-view.ts'
import { findVerification } from '../verifications/verification-view.ts'
import { type DestroyedRows, destroyRows } from './destroy-rows.ts'
import type { ErasureEntry } from './erasure.ts'
import type { ErasureReason } from './erasure-reason.ts'
import { insertErasure, insertSteps } from './erasure-store.ts'
import { readRetentionFacts } from './retention-facts-view.ts'
import {
  blockText,
  type ErasureBlock,
  judgeRetention,
  type RetentionJudgement,
  type RetentionPeriods,
} from './retention-policy.ts'

export interface ErasureNeeds extends AuditNeeds, Pick<Appliance, 'db'> {
  readonly config: { readonly retention: RetentionPeriods }
}

export interface ErasureOrder {
  readonly verificationId: string
  readonly reason: ErasureReason
  /** Reference of the approval that the market's law asks for (`RetentionFloor.disposalApproval`). */
  readonly authorityReference?: string | undefined
  /** The user who asked, where another one decided. */
  readonly requestedBy?: string | undefined
  readonly approvalId?: string | undefined
}

export interface JudgedVerification {
  readonly verification: Verification
  readonly judgement: RetentionJudgement
}

/** @throws AppError `not_found` */
export async function judgeVerification(
  needs: Pick<ErasureNeeds, 'clock' | 'config'>,
  db: Trx | ErasureNeeds['db']['reader'],
  {
    verificationId: id,
    authorityReference,
  }: Pick<ErasureOrder, 'verificationId' | 'authorityReference'>,
): Promise<JudgedVerification> {
  const verification = isId('ver', id) ? await findVerification(db, id) : undefined
  if (verification === undefined) {
    throw new AppError('not_found', 'No verification has this id.', { param: 'verification' })
  }
  const nowMs = needs.clock.now()
  const facts = await readRetentionFacts(db, id, nowMs)
  const hasApproval = authorityReference !== undefined
  const { retention } = needs.config
  return {
    verification,
    judgement: judgeRetention(verification, facts, retention, nowMs, hasApproval),
  }
}

/**
 * @param commandOf what follows the text of a block: on the host, the command that lifts it
 * @throws AppError `conflict` that names every block, with ground and date
 */
export function assertErasable(
  { blocks, ...judgement }: RetentionJudgement,
  commandOf: (block: ErasureBlock) => string = () => '',
): void {
  if (blocks.length === 0) return
  const details = blocks.map((code) => ({
    param: 'verification',
    code,
    message: blockText(code, judgement).en + commandOf(code),
  }))
  const message = `This verification cannot be erased. ${details.map((one) => one.message).join(' ')}`
  throw new AppError('conflict', message, { details })
}

/** Call `finishErasures` after the commit. @throws AppError `not_found`, `conflict` */
export async function eraseVerification(
  needs: ErasureNeeds,
  trx: Trx,
  by: AuditOrigin,
  order: ErasureOrder,
): Promise<ErasureEntry> {
  const { verification, judgement } = await judgeVerification(needs, trx, order)
  assertErasable(judgement)
  const destroyed = await destroyRows(trx, verification, needs.clock.now())
  const entry = entryOf(needs, by, order, { verification, judgement, destroyed })
  await insertErasure(trx, entry)
  await insertSteps(trx, remainingSteps(entry.id, destroyed.files))
  await auditErasure(needs, trx, by, entry, 'verification.erased')
  return entry
}

function entryOf(
  { clock }: Pick<ErasureNeeds, 'clock'>,
  { actor }: AuditOrigin,
  order: ErasureOrder,
  {
    verification,
    judgement,
    destroyed,
  }: JudgedVerification & { readonly destroyed: DestroyedRows },
): ErasureEntry {
  const erasedAt = clock.now()
  const { floor, floorEndsAt } = judgement
  return {
    id: newId('era', erasedAt),
    verification_id: verification.id,
    environment: verification.environment,
    country: verification.country,
    status: verification.status,
    submitted_at: verification.createdAt,
    erased_at: erasedAt,
    reason: order.reason,
    ground: floor.ground,
    floor_ended_at: floor.years === 0 ? null : (floorEndsAt ?? null),
    by_kind: actor.kind,
    by_id: actor.id ?? null,
    requested_by: order.requestedBy ?? null,
    approval_id: order.approvalId ?? null,
    authority_reference: order.authorityReference ?? null,
    counts: destroyed.counts,
    digests: destroyed.digests,
  }
}

/** Returns the steps that are left after the commit that destroyed the rows. */
export function remainingSteps(erasureId: string, files: readonly string[]) {
  return [
    ...files.map((item) => ({ erasureId, step: 'image', item }) as const),
    { erasureId, step: 'responses', item: '' } as const,
    { erasureId, step: 'certificate', item: '' } as const,
  ]
}

/** Records the rows as the erasure left them, which `svc audit verify` compares them with. */
export async function auditErasure(
  needs: AuditNeeds,
  trx: Trx,
  by: AuditOrigin,
  entry: ErasureEntry,
  action: 'verification.erased' | 'verification.erased_again',
): Promise<void> {
  const digests = await digestVerification(needs, trx, entry.verification_id)
  if (digests === undefined) return
  await auditErasedReview(needs, trx, by, entry.verification_id)
  await recordAudit(needs, trx, {
    by,
    action,
    subject: { kind: 'verification', id: entry.verification_id },
    details: {
      reason: entry.reason,
      environment: entry.environment,
      result_id: entry.id,
      decision: digests.status,
      parts: Object.entries(digests.parts).map(([part, digest]) => `${part}:${digest}`),
      ...(entry.approval_id === null ? {} : { approval_id: entry.approval_id }),
      ...(entry.requested_by === null ? {} : { requested_by: entry.requested_by }),
    },
  })
}
