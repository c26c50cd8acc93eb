// The event payload of a closed review: which verification it is about, what the automatic decision was, and what staff
// decided. It names no member of the staff.

import { z } from 'zod'
import { toIso } from '../kernel/clock.ts'
import { idText, instantText, type Wire } from '../kernel/wire-schema.ts'
import { reasonJson, reasonSchema } from '../verifications/reason-json.ts'
import { type ReviewOutcome, reviewOutcomeNames } from '../verifications/review-summary.ts'
import { finalStatuses, type Verification } from '../verifications/verification.ts'
import { externalRefField } from '../verifications/verification-event-json.ts'
import { allOutcomeReasons, type OutcomeReason } from './review.ts'

export const reviewEventSchema = z
  .object({
    id: idText('ver', 'The verification.'),
    external_ref: externalRefField.exactOptional(),
    status: z
      .enum(finalStatuses)
      .describe(
        'The automatic decision, which the review leaves as it is; or that of staff, where no provider decides.',
      ),
    reasons: z
      .array(reasonSchema)
      .describe('Reasons for `status`; on `declined` and `error` only.')
      .exactOptional(),
    review: z.object({
      outcome: z
        .enum(Object.values(reviewOutcomeNames))
        .describe(
          '`upheld`: staff agreed with the automatic decision. `overturned`: they did not. A status that staff decided is `upheld`.',
        ),
      reason_codes: z.array(z.enum(allOutcomeReasons)).describe('Why staff decided so.'),
      closed_at: instantText('When the review was closed.'),
    }),
  })
  .meta({ id: 'ReviewEvent', description: 'A closed review.' })

export type ReviewEventJson = Wire<typeof reviewEventSchema>

export interface ClosedReview {
  readonly outcome: ReviewOutcome
  readonly reasons: readonly OutcomeReason[]
  readonly closedAt: number
}

/** @throws Error for a pending verification, which has no review */
export function reviewEventJson(
  { id, externalRef, status, reasons }: Verification,
  { outcome, reasons: codes, closedAt }: ClosedReview,
): ReviewEventJson {
  if (status === 'pending') throw new Error('a pending verification has no review')
  return {
    id,
    ...(externalRef === undefined ? {} : { external_ref: externalRef }),
    status,
    ...(status === 'approved' ? {} : { reasons: reasons.map(reasonJson) }),
    review: {
      outcome: reviewOutcomeNames[outcome],
      reason_codes: [...codes],
      closed_at: toIso(closedAt),
    },
  }
}
