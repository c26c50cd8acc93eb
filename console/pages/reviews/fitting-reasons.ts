// Reasons that make sense for an outcome; those that contradict it are not offered. The server
// accepts all.

import type { VerificationScreenJson } from '../../../server/console-api/verifications/verification-detail-json.ts'
import type { ReviewOutcome } from '../../../server/verifications/review-summary.ts'
import type { Reason } from './draft.ts'

const forThePerson: readonly Reason[] = [
  'document_genuine',
  'same_person',
  'spelling_variant',
  'pictures_usable',
]
const againstThePerson: readonly Reason[] = [
  'document_forged',
  'other_person',
  'claims_wrong',
  'pictures_unusable',
  'fraud_suspected',
]

/** All reasons where there was no decision, as after an error. */
export function fittingReasons(
  known: readonly Reason[],
  outcome: ReviewOutcome,
  status: VerificationScreenJson['status'],
): readonly Reason[] {
  if (status !== 'approved' && status !== 'declined') return known
  const favours = (status === 'approved') === (outcome === 'confirm')
  const contrary = favours ? againstThePerson : forThePerson
  return known.filter((reason) => !contrary.includes(reason))
}
