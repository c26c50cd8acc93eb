// The payload of `review.closed` (rulings 9.5): which verification it is about, what the automatic decision was, and
// what staff decided. It names no member of the staff. `reasons` is a field more than the ruling lists.

import { z } from 'zod'
import { toIso } from '../kernel/clock.ts'
import { idText, instantText, type Wire } from '../kernel/wire-schema.ts'
import { externalRefField } from '../verifications/completion/verification-event-json.ts'
import { reasonJson, reasonSchema } from '../verifications/reason-json.ts'
import { type ReviewOutcome, reviewOutcomeNames } from '../verifications/review-summary.ts'
import { finalStatuses, type Verification } from '../verifications/verification.ts'
import { allOutcomeReasons, type OutcomeReason } from './review.ts'

export const reviewClosedSchema = z
  .object({
    verification_id: idText('ver', 'The verification.'),
    external_ref: externalRefField.exactOptional(),
    status: z
      .enum(finalStatuses)
      .describe(
        'The automatic decision, which the review leaves as it is; or that of staff, where no provider decides.',
      ),
    outcome: z
      .enum(Object.values(reviewOutcomeNames))
      .describe(
        '`upheld`: staff agreed with the automatic decision. `overturned`: they did not. A status that staff decided is `upheld`.',
      ),
    reason_codes: z.array(z.enum(allOutcomeReasons)).describe('Why staff decided so.'),
    closed_at: instantText('When the review was closed.'),
    reasons: z
      .array(reasonSchema)
      .describe('Reasons for `status`; on `declined` and `error` only.')
      .exactOptional(),
  })
  .meta({ id: 'ReviewEvent', description: 'A closed review.' })

type ReviewClosedJson = Wire<typeof reviewClosedSchema>

export const reviewClosedExample: ReviewClosedJson = {
  verification_id: 'ver_01kb5h3m9q7r2s4t6v8w0x1y2z',
  external_ref: 'customer-4711',
  status: 'declined',
  outcome: 'overturned',
  reason_codes: ['spelling_variant'],
  closed_at: '2026-11-21T10:05:00.000Z',
  reasons: [reasonJson('name_mismatch')],
}

interface ClosedReview {
  readonly outcome: ReviewOutcome
  readonly reasons: readonly OutcomeReason[]
  readonly closedAt: number
}

/** @throws Error for a pending verification: staff who decide one complete it before its review closes */
export function reviewClosedEvent(
  { id, externalRef, status, reasons }: Verification,
  { outcome, reasons: codes, closedAt }: ClosedReview,
): ReviewClosedJson {
  if (status === 'pending') throw new Error('the review of a pending verification cannot be closed')
  return {
    verification_id: id,
    ...(externalRef === undefined ? {} : { external_ref: externalRef }),
    status,
    outcome: reviewOutcomeNames[outcome],
    reason_codes: [...codes],
    closed_at: toIso(closedAt),
    ...(status === 'approved' ? {} : { reasons: reasons.map(reasonJson) }),
  }
}
