// Decides whether the provider answered a verification; only answered ones are metered (rulings 5.4). Pure.

import type { ReasonCode } from '../reasons.ts'
import type { Verification } from '../verification.ts'

/**
 * True for `approved` and `declined`, and for an `error` whose reasons all come from a final answer of the
 * provider. A provisional answer, a refusal of our account or request, no reply, and a failure on our side
 * do not count as answers.
 */
export function isProviderAnswered({
  status,
  reasons,
}: Pick<Verification, 'status' | 'reasons'>): boolean {
  switch (status) {
    case 'pending':
      return false
    case 'approved':
    case 'declined':
      return true
    case 'error':
      return reasons.length > 0 && reasons.every((reason) => restsOnAnswer[reason])
  }
}

const restsOnAnswer: Readonly<Record<ReasonCode, boolean>> = {
  document_not_verified: true,
  document_unreadable: true,
  document_not_accepted: true,
  document_expired: true,
  face_mismatch: true,
  liveness_failed: true,
  spoof_suspected: true,
  fraud_suspected: true,
  images_unusable: true,
  name_mismatch: true,
  date_of_birth_mismatch: true,
  id_number_mismatch: true,
  provider_answer_contradictory: true,
  provider_answer_unknown: true,
  provider_wallet_empty: false,
  provider_credentials_refused: false,
  provider_misconfigured: false,
  provider_rejected_request: false,
  provider_unreachable: false,
  provider_undecided: false,
  image_unreadable: false,
  evidence_unreadable: false,
  internal_error: false,
  // In the sandbox we are the provider, and every verification gets its answer at once.
  sandbox_outcome: true,
}
