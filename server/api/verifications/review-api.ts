// The review of a verification as clients read it.

import { z } from 'zod'
import { toIso } from '../../kernel/clock.ts'
import { instantText, type Wire } from '../../kernel/wire-schema.ts'
import { allOutcomeReasons, reviewCauses } from '../../reviews/review.ts'
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
    causes: z
      .array(z.string().meta({ enum: [...reviewCauses] }))
      .describe(
        'Why it was opened; others may follow while it is open, and `late_result` opens a closed one again. `decision`: no provider decides. `declined`, `error`: the outcome was `declined` or `error`. `fraud`: the provider suspects fraud. `late_result`: the provider said something else beside or after its final answer, which leaves the status. `mismatch`, `doubt`: a comparison failed or was unclear. `finding`: an image or its machine-readable zone has a flaw. `low_band`: the score is in the lowest band. `reused_number`: the document number came with two birth dates or three names. `sample`: drawn at random, for quality; alone it says nothing against the customer. `asked`: by staff.',
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
  const { state } = review
  const causes = [...review.causes]
  if (state !== 'closed') {
    return { state, causes, outcome: null, reason_codes: [], closed_at: null }
  }
  return {
    state,
    causes,
    outcome: reviewOutcomeNames[review.outcome],
    reason_codes: [...review.reasons],
    closed_at: toIso(review.closedAt),
  }
}
