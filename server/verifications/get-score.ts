// Retrieves the score of a finished verification: the one that is attached, or one computed at this
// moment and attached (specification 4.4, rulings 5.2). Every success is metered once.

import type { Keyring } from '../crypto/keyring.ts'
import { type Db, inTransaction, type Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { isId } from '../kernel/ids.ts'
import type { ApiKey } from '../keys/key.ts'
import { attachScore } from '../scoring/attach-score.ts'
import type { RequestScoreNeeds } from '../scoring/request-score.ts'
import { sandboxScore } from '../scoring/sandbox-score.ts'
import { type Score, scoreOf } from '../scoring/score.ts'
import { recordUsage } from '../usage/record-usage.ts'
import { markVerification } from './mark-store.ts'
import { tryOpenDataKey } from './open-case.ts'
import { recordOutcome } from './record-outcome.ts'
import { scoreVerification } from './score-verification.ts'
import { openClaims } from './sealed-parts.ts'
import { sumScore } from './sum-verification.ts'
import type { Verification } from './verification.ts'
import { findSealedParts, setScoring } from './verification-store.ts'
import { findVerification } from './verification-view.ts'

export interface GetScoreNeeds extends RequestScoreNeeds {
  readonly db: Db
  readonly keyring: Keyring
  /** What else follows from a score that came later; writes in the transaction that attaches it. */
  readonly onScored: (trx: Trx, scored: Verification) => Promise<void>
}

export interface AskedScore {
  readonly verificationId: string
  /** Tells one retrieval from another where they are metered. */
  readonly requestId: string
  readonly caller: Pick<ApiKey, 'id' | 'environment'>
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal
}

const notConfiguredRetryAfterSeconds = 3600

/**
 * `alongside` commits with what is metered.
 * @throws AppError `not_found`, `verification_pending`, `verification_not_scorable`,
 * `scoring_unavailable`; then nothing is metered.
 */
export async function getScore(
  needs: GetScoreNeeds,
  asked: AskedScore,
  alongside: (trx: Trx, score: Score) => Promise<void>,
): Promise<Score> {
  const { caller, requestId } = asked
  const verification = await findScorable(needs, asked)
  const { id } = verification
  const known = scoreOf(verification.scoring)
  const score = known ?? (await computeScore(needs, verification, asked.signal))
  return inTransaction(needs.db, async (trx) => {
    // Of two that are computed at the same time, the first is attached and both callers get it.
    const attached = known ?? (await attachScore(trx, id, score))
    if (!known) await attachTo(needs, trx, verification, attached)
    if (!known && attached === score) await sumScore(trx, verification, score)
    await recordUsage(trx, {
      type: 'score.get',
      source: 'score_retrieval',
      environment: caller.environment,
      apiKeyId: caller.id,
      verificationId: id,
      requestId,
      nowMs: needs.clock.now(),
    })
    await alongside(trx, attached)
    return attached
  })
}

async function attachTo(
  needs: GetScoreNeeds,
  trx: Trx,
  verification: Verification,
  score: Score,
): Promise<void> {
  const scored: Verification = { ...verification, scoring: { state: 'attached', score } }
  await setScoring(trx, verification.id, 'attached')
  await markVerification(trx, scored)
  await recordOutcome(needs, trx, verification.id, 'verification.scored')
  await needs.onScored(trx, scored)
}

async function findScorable(needs: GetScoreNeeds, asked: AskedScore): Promise<Verification> {
  const { verificationId, caller } = asked
  const found = isId('ver', verificationId)
    ? await findVerification(needs.db.reader, verificationId, caller.environment)
    : undefined
  if (!found) throw new AppError('not_found', 'No verification has this id in this environment.')
  switch (found.status) {
    case 'pending':
      throw new AppError(
        'verification_pending',
        'The verification is not finished yet. Ask again once its status is approved or declined, with another Idempotency-Key where you send one.',
      )
    case 'error':
      throw notScorable('The verification ended in error, so there is nothing to score.')
    case 'approved':
    case 'declined':
      return found
  }
}

async function computeScore(
  needs: GetScoreNeeds,
  verification: Verification,
  signal: AbortSignal,
): Promise<Score> {
  if (verification.environment === 'sandbox') return computeSandboxScore(needs, verification)
  const reply = await scoreVerification(needs, verification, signal)
  if (reply.kind === 'scored') return reply.score
  const isConfigured = reply.reason !== 'not_configured'
  throw new AppError(
    'scoring_unavailable',
    isConfigured
      ? 'The scoring engine gives no score at the moment. Nothing was charged; try again later.'
      : 'No scoring engine is configured here. Nothing was charged; tell the operator.',
    {
      retryAfterSeconds: isConfigured ? secondsToNextTry(needs) : notConfiguredRetryAfterSeconds,
    },
  )
}

/** Until the circuit lets a question through: the next one may bring a score. */
function secondsToNextTry({ scoring, clock }: RequestScoreNeeds): number {
  const circuit = scoring?.circuit?.()
  const waitMs = circuit?.kind === 'open' ? circuit.probeAt - clock.now() : 0
  return Math.max(1, Math.ceil(waitMs / 1000))
}

/** From what was submitted, as if the score had been asked for with it. */
async function computeSandboxScore(
  needs: GetScoreNeeds,
  { id, country, idType }: Verification,
): Promise<Score> {
  const { reader } = needs.db
  const dataKey = await tryOpenDataKey(needs, reader, id)
  const sealed = dataKey && (await findSealedParts(reader, id))
  if (!sealed)
    throw notScorable('What was submitted has been erased, so there is nothing to score.')
  const claims = openClaims(dataKey, id, sealed.claims)
  return sandboxScore({ country, idType, ...claims }, needs.clock.now())
}

function notScorable(why: string): AppError {
  return new AppError('verification_not_scorable', `${why} Submit the verification again.`)
}
