// Whether the provider answered a verification, which is what makes it a metered one (rulings 5.4). Pure.

import type { ReasonCode } from './reasons.ts'
import type { Verification } from './verification.ts'

/**
 * Approved and declined rest on a final answer of the provider; an `error` does where its reason is one
 * that only a final answer can give. A provisional answer, a refusal of our account or request, silence,
 * and our own failures are no answers.
 */
export function isAnswered({ status, reasons }: Pick<Verification, 'status' | 'reasons'>): boolean {
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
  evidence_unreadable: false,
  internal_error: false,
  // The sandbox is the provider of its verifications, and answers every one at once.
  sandbox_outcome: true,
}
