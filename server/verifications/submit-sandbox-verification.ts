// Submits a sandbox verification: decided from the request itself, at once unless it sets a delay, free of charge,
// and stored like a live one (specification 4.1, rulings 4.2 and 9.6).

import type { EncryptionKey } from '../crypto/encrypt.ts'
import type { Keyring } from '../crypto/keyring.ts'
import { keepDataKey } from '../data-keys/keep-data-key.ts'
import { type Db, inTransaction, type Trx } from '../db/transaction.ts'
import type { PublishNeeds } from '../deliveries/publish-event.ts'
import { enqueueJob } from '../jobs/enqueue-job.ts'
import type { Clock } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import { attachScore } from '../scoring/attach-score.ts'
import { scoreOf } from '../scoring/score.ts'
import { countOutcome, countSubmission } from './count-verification.ts'
import { encryptClaims, encryptProviderAnswer, indexIdNumber } from './encrypted-columns.ts'
import { meterVerification } from './meter-verification.ts'
import { publishVerificationEvent } from './publish-verification-event.ts'
import { recordOutcome } from './record-outcome.ts'
import { type Rehearsal, rehearse } from './rehearse.ts'
import { tagVerification } from './tag-store.ts'
import type { Verification } from './verification.ts'
import type { Submission } from './verification-input.ts'
import { insertVerification } from './verification-store.ts'

export interface SandboxNeeds extends PublishNeeds {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Keyring
  /** Wakes the job runner. */
  readonly wakeJobs: () => void
}

/** Writes that must commit with the verification, such as the saved response of an idempotent request. */
export type InSameTransaction = (trx: Trx, verification: Verification) => Promise<void>

interface SandboxSubmission {
  readonly submission: Submission
  readonly apiKeyId: string
}

/** Returns the completed verification, or a pending one if the request sets a delay: then a job completes it. */
export async function submitSandboxVerification(
  needs: SandboxNeeds,
  request: SandboxSubmission,
  inSameTransaction: InSameTransaction,
): Promise<Verification> {
  const nowMs = needs.clock.now()
  const { sandboxDelaySeconds: delaySeconds, sandboxOutcome: outcome } = request.submission
  const pending = pendingVerification(request, nowMs)
  const key = needs.keyring.createDataKey()
  if (delaySeconds === 0) {
    const rehearsal = rehearse({ ...request.submission, outcome }, nowMs)
    const completed = completedVerification(pending, rehearsal, nowMs)
    return inTransaction(needs.db, async (trx) => {
      await insert(needs, trx, completed, { request, key, answer: rehearsal.answer })
      await complete(needs, trx, completed, key)
      await inSameTransaction(trx, completed)
      return completed
    })
  }
  const dueAt = nowMs + delaySeconds * 1000
  await inTransaction(needs.db, async (trx) => {
    await insert(needs, trx, pending, { request, key, answer: undefined })
    await enqueueJob(needs, trx, {
      kind: 'verification.rehearse',
      subjectId: pending.id,
      payload: { verificationId: pending.id, outcome },
      dueAt,
    })
    await inSameTransaction(trx, pending)
  })
  needs.wakeJobs()
  return pending
}

async function insert(
  needs: SandboxNeeds,
  trx: Trx,
  verification: Verification,
  {
    request,
    key,
    answer,
  }: { readonly request: SandboxSubmission; readonly key: EncryptionKey; readonly answer: unknown },
): Promise<void> {
  const { id, country } = verification
  const { claims } = request.submission
  await keepDataKey(needs, trx, id, key)
  await insertVerification(trx, verification, {
    claims: encryptClaims(key, id, claims),
    idNumberIndex: indexIdNumber(needs.keyring, country, claims.idNumber),
    providerAnswer: answer === undefined ? undefined : encryptProviderAnswer(key, id, answer),
  })
  await countSubmission(trx, verification)
}

/** Writes what follows from the outcome of a verification that was never pending. */
async function complete(
  needs: SandboxNeeds,
  trx: Trx,
  completed: Verification,
  key: EncryptionKey,
): Promise<void> {
  const score = scoreOf(completed.scoring)
  if (score) await attachScore(trx, completed.id, score)
  await tagVerification(trx, completed)
  await countOutcome(trx, completed)
  await meterVerification(trx, completed)
  await recordOutcome(needs, trx, completed.id, 'verification.completed')
  await publishVerificationEvent(needs, trx, completed, key)
}

function pendingVerification(request: SandboxSubmission, nowMs: number): Verification {
  const { submission } = request
  return {
    id: newId('ver', nowMs),
    environment: 'sandbox',
    status: 'pending',
    country: submission.country,
    idType: submission.idType,
    externalRef: submission.externalRef,
    scoring: { state: submission.scoreRequested ? 'requested' : 'not_requested' },
    apiKeyId: request.apiKeyId,
    reasons: [],
    checks: [],
    resultCode: undefined,
    findings: [],
    createdAt: nowMs,
    completedAt: undefined,
  }
}

function completedVerification(
  pending: Verification,
  { outcome, answer, scoring }: Rehearsal,
  nowMs: number,
): Verification {
  return { ...pending, ...outcome, scoring, resultCode: answer.ResultCode, completedAt: nowMs }
}
