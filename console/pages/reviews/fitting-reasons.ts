// Which reasons can stand for an outcome: whoever disputes an approval is not offered that the document is
// genuine. The server takes any; this spares reading those that contradict the choice.

import type { VerificationDetailJson } from '../../../server/console-api/verifications/verification-detail-json.ts'
import type { Outcome, Reason } from './draft.ts'

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

/** All of them where no decision was made, as after an error. */
export function fittingReasons(
  known: readonly Reason[],
  outcome: Outcome,
  status: VerificationDetailJson['status'],
): readonly Reason[] {
  if (status !== 'approved' && status !== 'declined') return known
  const favours = (status === 'approved') === (outcome === 'confirm')
  const contrary = favours ? againstThePerson : forThePerson
  return known.filter((reason) => !contrary.includes(reason))
}
