// Stores every decision that a user made or proposed, and what became of it: the basis of a reviewer's own history.

import { orNull } from '../db/columns.ts'
import type { Trx } from '../db/transaction.ts'
import { newId } from '../kernel/ids.ts'
import type { ReviewOutcome } from '../verifications/review-summary.ts'
import type { DecisionResult } from './decision-result.ts'
import type { Review } from './review.ts'

interface NewDecision {
  readonly decidedBy: string
  readonly outcome: ReviewOutcome
  readonly at: number
  readonly workedMs: number | undefined
  readonly result: Extract<DecisionResult, 'final' | 'proposed'>
}

export async function insertDecision(
  trx: Trx,
  { id: review_id, verificationId, environment }: Review,
  { decidedBy, outcome, at, workedMs, result }: NewDecision,
): Promise<void> {
  await trx
    .insertInto('review_decisions')
    .values({
      id: newId('dec', at),
      review_id,
      verification_id: verificationId,
      environment,
      decided_by: decidedBy,
      outcome,
      at,
      worked_ms: orNull(workedMs),
      result,
      second_id: null,
      answered_at: null,
    })
    .execute()
}

interface DecisionAnswer {
  readonly result: Extract<DecisionResult, 'approved' | 'rejected' | 'voided'>
  readonly secondId: string | undefined
  readonly at: number
}

/** Records what became of the review's proposal. @throws Error if there is no proposal */
export async function answerDecision(
  trx: Trx,
  reviewId: string,
  { result, secondId, at }: DecisionAnswer,
): Promise<void> {
  await trx
    .updateTable('review_decisions')
    .set({ result, second_id: orNull(secondId), answered_at: at })
    .where('review_id', '=', reviewId)
    .where('result', '=', 'proposed')
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** Returns how long the user worked on it: since they claimed it. */
export function workedOn({ claimedAt }: Review, nowMs: number): number | undefined {
  return claimedAt === undefined ? undefined : Math.max(0, nowMs - claimedAt)
}
