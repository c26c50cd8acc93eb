// The review of a verification as clients read it.

import { z } from 'zod'
import { toIso } from '../../kernel/clock.ts'
import { instantText, type Wire } from '../../kernel/wire-schema.ts'
import { allOutcomeReasons } from '../../reviews/review.ts'
import {
  type ReviewSummary,
  reviewOutcomeNames,
  reviewStates,
} from '../../verifications/review-summary.ts'

export const reviewSummarySchema = z
  .object({
    state: z
      .enum(reviewStates)
      .describe(
        '`open`: waits for staff. `proposed`: waits for a second person. `closed`: decided.',
      ),
    outcome: z
      .enum(Object.values(reviewOutcomeNames))
      .nullable()
      .describe(
        '`upheld`: staff agreed with the automatic decision. `overturned`: they did not; `status` keeps the automatic decision. A status that staff decided is `upheld`. null until closed.',
      ),
    reason_codes: z
      .array(z.string().meta({ enum: [...allOutcomeReasons] }))
      .describe('Why staff decided so; empty until closed.'),
    closed_at: instantText('When it was closed; null until then.').nullable(),
  })
  .meta({ id: 'ReviewSummary' })

type ReviewSummaryJson = Wire<typeof reviewSummarySchema>

export function reviewSummaryJson(review: ReviewSummary): ReviewSummaryJson {
  if (review.state !== 'closed') {
    return { state: review.state, outcome: null, reason_codes: [], closed_at: null }
  }
  return {
    state: review.state,
    outcome: reviewOutcomeNames[review.outcome],
    reason_codes: [...review.reasons],
    closed_at: toIso(review.closedAt),
  }
}
