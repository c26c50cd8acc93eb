// Retrieves the score of a completed verification: the attached one, or a new one that is computed now and
// attached (specification 4.4, rulings 5.2). Every success is metered once.

import type { Appliance } from '../appliance.ts'
import { tryOpenDataKey } from '../data-keys/open-data-key.ts'
import { inTransaction, type Trx } from '../db/transaction.ts'
import { refuseWhilePaused } from '../egress/refuse-while-paused.ts'
import { AppError } from '../kernel/app-error.ts'
import { isId } from '../kernel/ids.ts'
import type { ApiKey } from '../keys/key.ts'
import { attachScore } from '../scoring/attach-score.ts'
import type { RequestScoreNeeds } from '../scoring/request-score.ts'
import { sandboxScore } from '../scoring/sandbox-score.ts'
import { type Score, scoreOf } from '../scoring/score.ts'
import { recordUsage } from '../usage/record-usage.ts'
import { type FollowNeeds, followOutcome } from './completion/follow-outcome.ts'
import { decryptClaims } from './erasure/encrypted-columns.ts'
import { assertNotErased } from './erasure/erased.ts'
import { scoreVerification } from './score-verification.ts'
import type { Verification } from './verification.ts'
import { findEncryptedColumns, setScoring } from './verification-store.ts'
import { findVerification } from './verification-view.ts'

export type GetScoreNeeds = RequestScoreNeeds & FollowNeeds & Pick<Appliance, 'db'>

interface ScoreRetrieval {
  readonly verificationId: string
  /** Deduplication key of the usage event: each request is metered once. */
  readonly requestId: string
  readonly apiKey: Pick<ApiKey, 'id' | 'environment'>
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
}

const notConfiguredRetryAfterSeconds = 3600

/**
 * `inSameTransaction` runs in the transaction that records the usage.
 * @throws AppError `not_found`, `verification_pending`, `verification_not_scorable`,
 * `scoring_unavailable`; nothing is metered then.
 */
export async function getScore(
  needs: GetScoreNeeds,
  retrieval: ScoreRetrieval,
  inSameTransaction: (trx: Trx, score: Score) => Promise<void>,
): Promise<Score> {
  const { apiKey, requestId } = retrieval
  const verification = await findScorable(needs, retrieval)
  const { id } = verification
  const known = scoreOf(verification.scoring)
  const score = known ?? (await computeScore(needs, verification, retrieval.signal))
  return inTransaction(needs.db, async (trx) => {
    // It may have been erased since it was read, also with its score: the stored response would outlive it.
    await assertNotErased(trx, id)
    // When two requests compute a score at the same time, the first one is attached and both get it.
    const attached = known ?? (await attachScore(trx, id, score))
    if (!known && attached === score) {
      await setScoring(trx, id, 'attached')
      const scored: Verification = { ...verification, scoring: { state: 'attached', score } }
      await followOutcome(needs, trx, scored, { kind: 'scored', score })
    }
    await recordUsage(trx, {
      type: 'score.get',
      source: 'score_retrieval',
      environment: apiKey.environment,
      apiKeyId: apiKey.id,
      verificationId: id,
      requestId,
      nowMs: needs.clock.now(),
    })
    await inSameTransaction(trx, attached)
    return attached
  })
}

async function findScorable(
  needs: GetScoreNeeds,
  { verificationId, apiKey }: ScoreRetrieval,
): Promise<Verification> {
  const verification = isId('ver', verificationId)
    ? await findVerification(needs.db.reader, verificationId, apiKey.environment)
    : undefined
  if (!verification) {
    throw new AppError('not_found', 'No verification has this id in this environment.')
  }
  switch (verification.status) {
    case 'pending':
      throw new AppError(
        'verification_pending',
        'The verification is not finished yet. Ask again once its status is approved or declined, with another Idempotency-Key where you send one.',
      )
    case 'error':
      throw notScorable(
        'The verification ended in error, so there is nothing to score. Its reasons say what to do.',
      )
    case 'approved':
    case 'declined':
      if (scoreOf(verification.scoring) === undefined)
        await assertNotErased(needs.db.reader, verificationId)
      return verification
  }
}

async function computeScore(
  needs: GetScoreNeeds,
  verification: Verification,
  signal: AbortSignal,
): Promise<Score> {
  if (verification.environment === 'sandbox') return computeSandboxScore(needs, verification)
  await refuseWhilePaused(needs.db.reader, 'scoring_unavailable')
  const reply = await scoreVerification(needs, verification, signal)
  if (reply.kind === 'scored') return reply.score
  const isConfigured = reply.reason !== 'not_configured'
  throw new AppError(
    'scoring_unavailable',
    isConfigured
      ? 'The scoring engine is unavailable. Nothing was charged; try again later.'
      : 'No scoring engine is configured here. Nothing was charged; tell the operator.',
    {
      retryAfterSeconds: isConfigured ? secondsToNextTry(needs) : notConfiguredRetryAfterSeconds,
    },
  )
}

/** Seconds until the circuit breaker lets the next call through, at least 1. */
function secondsToNextTry({ scoring, clock }: RequestScoreNeeds): number {
  const circuit = scoring?.circuit?.()
  const waitMs = circuit?.kind === 'open' ? circuit.probeAt - clock.now() : 0
  return Math.max(1, Math.ceil(waitMs / 1000))
}

/** Computes the score from the submitted claims, as if it had been requested with the submission. */
async function computeSandboxScore(
  needs: GetScoreNeeds,
  { id, country, idType }: Verification,
): Promise<Score> {
  const { reader } = needs.db
  const dataKey = await tryOpenDataKey(needs, reader, id)
  const encrypted = dataKey && (await findEncryptedColumns(reader, id))
  if (!encrypted)
    throw notScorable(
      'The submitted data has been erased, so there is nothing to score. Submit the verification again.',
    )
  const claims = decryptClaims(dataKey, id, encrypted.claims)
  return sandboxScore({ country, idType, ...claims }, needs.clock.now())
}

function notScorable(message: string): AppError {
  return new AppError('verification_not_scorable', message)
}
