// Submits a sandbox verification: decided from the request itself, at once unless it sets a delay, free of charge,
// and stored like a live one (specification 4.1, rulings 4.2 and 9.6).

import type { Appliance } from '../../appliance.ts'
import type { EncryptionKey } from '../../crypto/encrypt.ts'
import { storeDataKey } from '../../data-keys/store-data-key.ts'
import { inGroupedTransaction, inSharedTransaction, type Trx } from '../../db/transaction.ts'
import { enqueueJob } from '../../jobs/enqueue-job.ts'
import { newId } from '../../kernel/ids.ts'
import { attachFirstScore } from '../../scoring/attach-score.ts'
import { scoreOf } from '../../scoring/score.ts'
import { type FollowNeeds, followOutcome } from '../completion/follow-outcome.ts'
import {
  encryptClaims,
  encryptProviderAnswer,
  indexIdNumber,
} from '../erasure/encrypted-columns.ts'
import { countSubmission } from '../figures/count-verification.ts'
import { indexSubmittedName, type NameIndexNeeds } from '../names/index-names.ts'
import {
  type SimulatedVerification,
  simulateVerification,
} from '../sandbox/simulate-verification.ts'
import type { Verification } from '../verification.ts'
import { digestRows } from '../verification-digest-view.ts'
import { insertVerificationRow } from '../verification-store.ts'
import { type EncryptedColumns, toRow, type VerificationTable } from '../verification-table.ts'
import { pendingVerification, type Submission } from './submission.ts'

export type SandboxNeeds = FollowNeeds &
  Pick<Appliance, 'db' | 'wakeJobs'> &
  Pick<NameIndexNeeds, 'config'>

/** Writes that must commit with the verification, such as the saved response of an idempotent request. */
export type OnSubmitted = (trx: Trx, verification: Verification) => Promise<void>

interface SandboxSubmission {
  readonly submission: Submission
  readonly apiKeyId: string
}

/** Returns the completed verification, or a pending one if the request sets a delay: then a job completes it. */
export async function submitSandboxVerification(
  needs: SandboxNeeds,
  request: SandboxSubmission,
  inSameTransaction: OnSubmitted,
): Promise<Verification> {
  const nowMs = needs.clock.now()
  const { submission, apiKeyId } = request
  const { sandboxDelaySeconds: delaySeconds, sandboxOutcome: outcome } = submission
  const pending = pendingVerification(submission, {
    id: newId('ver', nowMs),
    environment: 'sandbox',
    apiKeyId,
    createdAt: nowMs,
  })
  const key = needs.keyring.createDataKey()
  if (delaySeconds === 0) {
    const simulated = simulateVerification({ ...submission, outcome }, nowMs)
    const completed = completedVerification(pending, simulated, nowMs)
    const encrypted = encryptColumns(needs, completed, { request, key, answer: simulated.answer })
    const row = toRow(completed, encrypted)
    const score = scoreOf(completed.scoring)
    const inserted = digestRows(needs.keyring, row, score)
    return inGroupedTransaction(needs.db, async (trx) => {
      await insert(needs, trx, completed, { ...request, key, row })
      if (score) await attachFirstScore(trx, completed.id, score)
      await followOutcome(needs, trx, completed, { kind: 'completed', dataKey: key, inserted })
      await inSameTransaction(trx, completed)
      return completed
    })
  }
  const dueAt = nowMs + delaySeconds * 1000
  const encrypted = encryptColumns(needs, pending, { request, key, answer: undefined })
  await inSharedTransaction(needs.db, async (trx) => {
    await insert(needs, trx, pending, { ...request, key, row: toRow(pending, encrypted) })
    await enqueueJob(needs, trx, {
      kind: 'verification.run_sandbox',
      step: 'simulate',
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
    submission,
    key,
    row,
  }: SandboxSubmission & { readonly key: EncryptionKey; readonly row: VerificationTable },
): Promise<void> {
  await storeDataKey(needs, trx, verification.id, key)
  await insertVerificationRow(trx, row)
  await indexSubmittedName(needs, trx, verification, submission.claims)
  countSubmission(trx, verification)
}

function encryptColumns(
  { keyring }: SandboxNeeds,
  { id, country }: Verification,
  {
    request,
    key,
    answer,
  }: { readonly request: SandboxSubmission; readonly key: EncryptionKey; readonly answer: unknown },
): EncryptedColumns {
  const { claims } = request.submission
  return {
    claims: encryptClaims(key, id, claims),
    idNumberIndex: indexIdNumber(keyring, country, claims.idNumber),
    providerAnswer: answer === undefined ? undefined : encryptProviderAnswer(key, id, answer),
  }
}

function completedVerification(
  pending: Verification,
  { outcome, answer, scoring }: SimulatedVerification,
  nowMs: number,
): Verification {
  return { ...pending, ...outcome, scoring, resultCode: answer.ResultCode, completedAt: nowMs }
}
