// Adds the review of a verification to the hourly counters: its causes when they arise, its outcome and the time to it
// when it is closed.

import { prepare } from '../../db/prepared.ts'
import type { Trx } from '../../db/transaction.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { ReviewOutcome } from '../review-summary.ts'
import { stepOf } from './time-steps.ts'
import { addToCodes, addToTimes } from './verification-counter-store.ts'

interface ReviewOf {
  readonly verificationId: string
  readonly environment: Environment
}

/** Call it once for each cause of a review, in the transaction that writes them. */
export async function countReviewCauses(
  trx: Trx,
  review: ReviewOf,
  { causes, at }: { readonly causes: readonly string[]; readonly at: number },
): Promise<void> {
  const market = await marketOf(trx, review)
  addToCodes(trx, market, { kind: 'review_cause', codes: causes, at })
}

/** Call it once for each decision, in the transaction that closes the review. */
export async function countReviewOutcome(
  trx: Trx,
  review: ReviewOf & { readonly createdAt: number },
  { outcome, at }: { readonly outcome: ReviewOutcome; readonly at: number },
): Promise<void> {
  const market = await marketOf(trx, review)
  addToCodes(trx, market, { kind: 'review_outcome', codes: [outcome], at })
  addToTimes(trx, market, { kind: 'review', upToMs: stepOf(at - review.createdAt), at })
}

async function marketOf(trx: Trx, { verificationId, environment }: ReviewOf) {
  const row = await findCountry.first(trx, { verificationId })
  if (row === undefined) throw new Error('the verification of a review does not exist')
  return { environment, country: row.country }
}

const findCountry = prepare((db, { verificationId }: Pick<ReviewOf, 'verificationId'>) =>
  db.selectFrom('verifications').select('country').where('id', '=', verificationId),
)
