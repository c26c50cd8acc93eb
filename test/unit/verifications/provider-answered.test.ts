import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isProviderAnswered } from '../../../server/verifications/provider-job/provider-answered.ts'
import { type ReasonCode, reasonCodes } from '../../../server/verifications/reasons.ts'
import type { VerificationStatus } from '../../../server/verifications/verification.ts'

const cases: readonly (readonly [VerificationStatus, readonly ReasonCode[], boolean])[] = [
  ['pending', [], false],
  ['approved', [], true],
  ['declined', ['face_mismatch'], true],
  ['declined', ['name_mismatch', 'date_of_birth_mismatch'], true],
  ['declined', ['document_expired'], true],
  ['error', ['images_unusable'], true],
  ['error', ['fraud_suspected'], true],
  ['error', ['provider_answer_contradictory'], true],
  ['error', ['provider_answer_unknown'], true],
  ['error', ['sandbox_outcome'], true],
  ['error', ['provider_wallet_empty'], false],
  ['error', ['provider_credentials_refused'], false],
  ['error', ['provider_misconfigured'], false],
  ['error', ['provider_rejected_request'], false],
  ['error', ['provider_unreachable'], false],
  ['error', ['provider_undecided'], false],
  ['error', ['evidence_unreadable'], false],
  ['error', ['internal_error'], false],
  ['error', ['images_unusable', 'internal_error'], false],
  ['error', [], false],
]

for (const [status, reasons, expected] of cases) {
  test(`${status} for ${reasons.join(' and ') || 'no reason'} is ${expected ? 'an answer' : 'none'}`, () => {
    assert.equal(isProviderAnswered({ status, reasons }), expected)
  })
}

test('of our own and the account’s troubles none is an answer', () => {
  const none = reasonCodes.filter(
    (reason) => !isProviderAnswered({ status: 'error', reasons: [reason] }),
  )
  assert.deepEqual(none.toSorted(), [
    'evidence_unreadable',
    'image_unreadable',
    'internal_error',
    'provider_credentials_refused',
    'provider_misconfigured',
    'provider_rejected_request',
    'provider_undecided',
    'provider_unreachable',
    'provider_wallet_empty',
  ])
})
