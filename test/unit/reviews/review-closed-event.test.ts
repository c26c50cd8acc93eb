import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  reviewClosedEvent,
  reviewClosedExample,
  reviewClosedSchema,
} from '../../../server/reviews/review-closed-event-json.ts'
import { reasonJson } from '../../../server/verifications/reason-json.ts'
import { aVerification } from '../../support/verification.ts'

const closedAt = Date.UTC(2026, 10, 21, 10, 5)

describe('the payload of review.closed', () => {
  test('is flat: the fields of ruling 9.5 in their order, then why the status is what it is', () => {
    const reasons = ['name_mismatch'] as const
    const verification = aVerification({ status: 'declined', externalRef: 'ref 1', reasons })
    const review = { outcome: 'dispute', reasons: ['spelling_variant'], closedAt } as const
    const payload = reviewClosedEvent(verification, review)
    assert.equal(
      JSON.stringify(payload),
      JSON.stringify({
        verification_id: verification.id,
        external_ref: 'ref 1',
        status: 'declined',
        outcome: 'overturned',
        reason_codes: ['spelling_variant'],
        closed_at: '2026-11-21T10:05:00.000Z',
        reasons: [reasonJson('name_mismatch')],
      }),
    )
    assert.deepEqual(reviewClosedSchema.strict().parse(payload), payload)
  })

  test('leaves out a reference that the client did not give, and reasons of an approval', () => {
    const verification = aVerification({ status: 'approved' })
    const review = { outcome: 'confirm', reasons: ['decision_correct'], closedAt } as const
    assert.deepEqual(reviewClosedEvent(verification, review), {
      verification_id: verification.id,
      status: 'approved',
      outcome: 'upheld',
      reason_codes: ['decision_correct'],
      closed_at: '2026-11-21T10:05:00.000Z',
    })
  })

  test('is documented by an example of that shape', () => {
    assert.deepEqual(reviewClosedSchema.strict().parse(reviewClosedExample), reviewClosedExample)
  })
})
