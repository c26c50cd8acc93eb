// A verification in the sandbox: decided by the request itself, at once unless a delay was asked for, free,
// and stored like any other (specification 4.1, rulings 4.2 and 9.6).

import type { Keyring } from '../crypto/keyring.ts'
import type { SealingKey } from '../crypto/seal.ts'
import { keepDataKey } from '../data-keys/keep-data-key.ts'
import { type Db, inTransaction, type Trx } from '../db/transaction.ts'
import { enqueueJob } from '../jobs/enqueue-job.ts'
import type { Clock } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import { attachScore } from '../scoring/attach-score.ts'
import { scoreOf } from '../scoring/score.ts'
import type { AnnounceNeeds } from '../webhooks/fan-out.ts'
import { markVerification } from './mark-store.ts'
import { meterVerification } from './meter-verification.ts'
import { recordOutcome } from './record-outcome.ts'
import { type Rehearsal, rehearse } from './rehearse.ts'
import { indexIdNumber, sealClaims, sealProviderAnswer } from './sealed-parts.ts'
import { sumConclusion, sumSubmission } from './sum-verification.ts'
import { tellOfVerification } from './tell-of-verification.ts'
import type { Verification } from './verification.ts'
import type { Submission } from './verification-input.ts'
import { insertVerification } from './verification-store.ts'

export interface SandboxNeeds extends AnnounceNeeds {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Keyring
  /** Tells the runner that there is work. */
  readonly wakeJobs: () => void
}

/** Writes that must commit with the verification, such as the answer to an idempotent request. */
export type Alongside = (trx: Trx, verification: Verification) => Promise<void>

interface SandboxSubmission {
  readonly submission: Submission
  readonly apiKeyId: string
}

/** Returns it ended, or pending where a delay was asked for: then a job ends it. */
export async function submitSandboxVerification(
  needs: SandboxNeeds,
  asked: SandboxSubmission,
  alongside: Alongside,
): Promise<Verification> {
  const nowMs = needs.clock.now()
  const { sandboxDelaySeconds: delaySeconds, sandboxOutcome: outcome } = asked.submission
  const pending = pendingVerification(asked, nowMs)
  const key = needs.keyring.createDataKey()
  if (delaySeconds === 0) {
    const rehearsal = rehearse({ ...asked.submission, outcome }, nowMs)
    const ended = endedVerification(pending, rehearsal, nowMs)
    return inTransaction(needs.db, async (trx) => {
      await insert(needs, trx, ended, { asked, key, answer: rehearsal.answer })
      await conclude(needs, trx, ended, key)
      await alongside(trx, ended)
      return ended
    })
  }
  const dueAt = nowMs + delaySeconds * 1000
  await inTransaction(needs.db, async (trx) => {
    await insert(needs, trx, pending, { asked, key, answer: undefined })
    await enqueueJob(needs, trx, {
      kind: 'verification.rehearse',
      subjectId: pending.id,
      payload: { verificationId: pending.id, outcome },
      dueAt,
    })
    await alongside(trx, pending)
  })
  needs.wakeJobs()
  return pending
}

async function insert(
  needs: SandboxNeeds,
  trx: Trx,
  verification: Verification,
  {
    asked,
    key,
    answer,
  }: { readonly asked: SandboxSubmission; readonly key: SealingKey; readonly answer: unknown },
): Promise<void> {
  const { id, country } = verification
  const { claims } = asked.submission
  await keepDataKey(needs, trx, id, key)
  await insertVerification(trx, verification, {
    claims: sealClaims(key, id, claims),
    idNumberIndex: indexIdNumber(needs.keyring, country, claims.idNumber),
    providerAnswer: answer === undefined ? undefined : sealProviderAnswer(key, id, answer),
  })
  await sumSubmission(trx, verification)
}

/** What follows from the end of one that was never pending. */
async function conclude(
  needs: SandboxNeeds,
  trx: Trx,
  ended: Verification,
  key: SealingKey,
): Promise<void> {
  const score = scoreOf(ended.scoring)
  if (score) await attachScore(trx, ended.id, score)
  await markVerification(trx, ended)
  await sumConclusion(trx, ended)
  await meterVerification(trx, ended)
  await recordOutcome(needs, trx, ended.id, 'verification.completed')
  await tellOfVerification(needs, trx, ended, key)
}

function pendingVerification(asked: SandboxSubmission, nowMs: number): Verification {
  const { submission } = asked
  return {
    id: newId('ver', nowMs),
    environment: 'sandbox',
    status: 'pending',
    country: submission.country,
    idType: submission.idType,
    externalRef: submission.externalRef,
    scoring: { state: submission.scoreRequested ? 'requested' : 'not_requested' },
    apiKeyId: asked.apiKeyId,
    reasons: [],
    checks: [],
    resultCode: undefined,
    findings: [],
    createdAt: nowMs,
    completedAt: undefined,
  }
}

function endedVerification(
  pending: Verification,
  { conclusion, answer, scoring }: Rehearsal,
  nowMs: number,
): Verification {
  return { ...pending, ...conclusion, scoring, resultCode: answer.ResultCode, completedAt: nowMs }
}
