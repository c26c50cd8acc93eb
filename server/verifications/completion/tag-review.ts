// Tags a verification with the state of its review, in the transaction that sets the state, so that lists can be
// filtered by it.

import type { Trx } from '../../db/transaction.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { ReviewState } from '../review-summary.ts'
import { replaceReviewTag } from '../tag-store.ts'

export function tagReview(
  trx: Trx,
  review: { readonly verificationId: string; readonly environment: Environment },
  state: ReviewState,
): Promise<void> {
  return replaceReviewTag(trx, review, state)
}
