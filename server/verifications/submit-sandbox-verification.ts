// A verification in the sandbox: decided by the request itself, at once, free, and stored like any
// other (specification 4.1, rulings 4.2).

import type { Keyring } from '../crypto/keyring.ts'
import { keepDataKey } from '../data-keys/keep-data-key.ts'
import { type Db, inTransaction, type Trx } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import { sandboxAnswer, sandboxChecks } from '../providers/sandbox/sandbox-result.ts'
import { attachScore } from '../scoring/attach-score.ts'
import { sandboxScore } from '../scoring/sandbox-score.ts'
import { type Scoring, scoreOf } from '../scoring/score.ts'
import type { AnnounceNeeds } from '../webhooks/fan-out.ts'
import { markVerification } from './mark-store.ts'
import { meterVerification } from './meter-verification.ts'
import { indexIdNumber, sealClaims, sealProviderAnswer } from './sealed-parts.ts'
import { sumConclusion, sumSubmission } from './sum-verification.ts'
import { tellOfVerification } from './tell-of-verification.ts'
import type { Check, Verification } from './verification.ts'
import type { Submission } from './verification-input.ts'
import { insertVerification } from './verification-store.ts'

export interface SandboxNeeds extends AnnounceNeeds {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Keyring
}

/** Writes that must commit with the verification, such as the answer to an idempotent request. */
export type Alongside = (trx: Trx, verification: Verification) => Promise<void>

export function submitSandboxVerification(
  needs: SandboxNeeds,
  asked: { readonly submission: Submission; readonly apiKeyId: string },
  alongside: Alongside,
): Promise<Verification> {
  const { submission } = asked
  const { claims, country, idType } = submission
  const nowMs = needs.clock.now()
  const id = newId('ver', nowMs)
  const status =
    submission.sandboxOutcome === 'scoring_unavailable' ? 'approved' : submission.sandboxOutcome
  const answer = sandboxAnswer({ country, idType, ...claims }, status)
  const verification: Verification = {
    id,
    environment: 'sandbox',
    status,
    country,
    idType,
    externalRef: submission.externalRef,
    scoring: scoringOf(submission, nowMs),
    apiKeyId: asked.apiKeyId,
    reasons: status === 'approved' ? [] : ['sandbox_outcome'],
    checks: checksOf(status, submission),
    resultCode: answer.ResultCode,
    findings: [],
    createdAt: nowMs,
    completedAt: nowMs,
  }
  const key = needs.keyring.createDataKey()
  return inTransaction(needs.db, async (trx) => {
    await keepDataKey(needs, trx, id, key)
    await insertVerification(trx, verification, {
      claims: sealClaims(key, id, claims),
      idNumberIndex: indexIdNumber(needs.keyring, country, claims.idNumber),
      providerAnswer: sealProviderAnswer(key, id, answer),
    })
    const score = scoreOf(verification.scoring)
    if (score) await attachScore(trx, id, score)
    await markVerification(trx, verification)
    await sumSubmission(trx, verification)
    await sumConclusion(trx, verification)
    await meterVerification(trx, verification)
    await tellOfVerification(needs, trx, verification, key)
    await alongside(trx, verification)
    return verification
  })
}

function scoringOf(asked: Submission, nowMs: number): Scoring {
  const { country, idType, claims, sandboxOutcome } = asked
  if (!asked.scoreRequested) return { state: 'not_requested' }
  switch (sandboxOutcome) {
    case 'error':
      return { state: 'requested' }
    case 'scoring_unavailable':
      return { state: 'skipped' }
    case 'approved':
    case 'declined':
      return { state: 'attached', score: sandboxScore({ country, idType, ...claims }, nowMs) }
  }
}

function checksOf(status: 'approved' | 'declined' | 'error', asked: Submission): readonly Check[] {
  const provider = sandboxChecks(status)
  // An approved sandbox document shows what was claimed; any other was not read.
  const compared = (claim: string | undefined) =>
    status === 'approved' && claim !== undefined ? 'passed' : 'not_done'
  const { claims } = asked
  return [
    { check: 'document', result: provider.document },
    { check: 'liveness', result: provider.liveness },
    { check: 'face_match', result: provider.faceMatch },
    { check: 'name', result: compared(claims.lastName ?? claims.firstName) },
    { check: 'date_of_birth', result: compared(claims.dateOfBirth) },
    { check: 'id_number', result: compared(claims.idNumber) },
  ]
}
