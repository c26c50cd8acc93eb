// Reasons that make sense for an outcome; those that contradict it are not offered. The server
// accepts all.

import type { VerificationScreenJson } from '../../../server/console-api/verifications/verification-detail-json.ts'
import type { ReviewOutcome } from '../../../server/verifications/review-summary.ts'
import type { Reason } from './draft.ts'

const forThePerson: readonly Reason[] = [
  'document_genuine',
  'same_person',
  'lookalike',
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

/** What a reviewer may say of the users whom the provider suspects. */
const aboutUsers: readonly Reason[] = ['same_person', 'lookalike']

type Reviewed = Pick<VerificationScreenJson, 'status'> & {
  readonly review: { readonly causes: readonly string[] } | null
}

/** All reasons where there was no decision, as after an error. */
export function fittingReasons(
  known: readonly Reason[],
  outcome: ReviewOutcome,
  reviewed: Reviewed,
): readonly Reason[] {
  const { status } = reviewed
  const meant = known.filter((reason) => isMeant(reason, outcome, reviewed))
  if (status !== 'approved' && status !== 'declined') return meant
  const favours = (status === 'approved') === (outcome === 'confirm')
  const contrary = favours ? againstThePerson : forThePerson
  return meant.filter((reason) => !contrary.includes(reason))
}

/** Whether an outcome leaves the customer with the users whom the provider suspects, so that one says who they are. */
export function asksWhoTheyAre(outcome: ReviewOutcome, reviewed: Reviewed): boolean {
  if (!isAboutFraud(reviewed)) return false
  return reviewed.status === 'approved' ? outcome === 'confirm' : outcome === 'dispute'
}

/** Whose face it is too is a question only where fraud is suspected. */
function isMeant(reason: Reason, outcome: ReviewOutcome, reviewed: Reviewed): boolean {
  if (isAboutFraud(reviewed) || !aboutUsers.includes(reason)) return true
  return reason === 'same_person' && outcome !== 'confirm'
}

function isAboutFraud({ review }: Reviewed): boolean {
  return review?.causes.includes('fraud') ?? false
}
