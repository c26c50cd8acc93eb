// The reasons for `declined` and `error`: stable codes, each with a sentence and whether to try again with the same
// person. Additive to the specification (rulings 2, last paragraph).

import type { ProviderReason, RefusedReason } from '../providers/provider.ts'

export type ReasonCode =
  | ProviderReason
  | RefusedReason
  | 'name_mismatch'
  | 'date_of_birth_mismatch'
  | 'id_number_mismatch'
  | 'provider_unreachable'
  | 'provider_undecided'
  | 'image_unreadable'
  | 'evidence_unreadable'
  | 'internal_error'
  | 'sandbox_outcome'

interface Reason {
  readonly message: string
  /** Whether a new verification of the same person may have another outcome. */
  readonly retryAllowed: boolean
}

export const reasons: Readonly<Record<ReasonCode, Reason>> = {
  document_not_verified: {
    message: 'The document failed the authenticity checks.',
    retryAllowed: false,
  },
  document_unreadable: {
    message:
      'The document could not be recognised. Take a new photo: whole document, sharp, no glare.',
    retryAllowed: true,
  },
  document_not_accepted: {
    message:
      'This kind of document is not accepted. Use another one that is verified for the country.',
    retryAllowed: true,
  },
  document_expired: {
    message: 'The document has expired. Ask for one that is valid.',
    retryAllowed: true,
  },
  face_mismatch: {
    message: 'The selfie and the portrait on the document show different faces.',
    retryAllowed: true,
  },
  liveness_failed: {
    message: 'The selfie does not seem to show a live person. Take a new one.',
    retryAllowed: true,
  },
  spoof_suspected: { message: 'The photos seem to be manipulated.', retryAllowed: false },
  fraud_suspected: {
    message:
      'The provider verified the person, but suspects fraud, so it was not accepted. Review by hand.',
    retryAllowed: false,
  },
  images_unusable: {
    message: 'The provider could not use a photo. Take new ones and submit again.',
    retryAllowed: true,
  },
  name_mismatch: {
    message: 'The name differs from the one on the document. Check what was entered.',
    retryAllowed: true,
  },
  date_of_birth_mismatch: {
    message: 'The birth date differs from the one on the document. Check what was entered.',
    retryAllowed: true,
  },
  id_number_mismatch: {
    message: 'The document number differs from the one on the document. Check what was entered.',
    retryAllowed: true,
  },
  provider_answer_contradictory: {
    message: 'The provider’s answer contradicts itself, so it was not accepted. Review by hand.',
    retryAllowed: true,
  },
  provider_answer_unknown: {
    message: 'The provider gave an answer of an unknown kind. Review by hand.',
    retryAllowed: true,
  },
  provider_wallet_empty: {
    message: 'The account at the identity provider has no credit. The operator must top it up.',
    retryAllowed: true,
  },
  provider_credentials_refused: {
    message: 'The identity provider refused our credentials. The operator must correct them.',
    retryAllowed: true,
  },
  provider_misconfigured: {
    message:
      'The account at the identity provider or our settings for it are wrong. The operator must correct them.',
    retryAllowed: true,
  },
  provider_rejected_request: {
    message: 'The identity provider refused the request as malformed. Report this to the operator.',
    retryAllowed: false,
  },
  provider_unreachable: {
    message: 'The identity provider stayed unreachable. Submit again later.',
    retryAllowed: true,
  },
  provider_undecided: {
    message: 'The identity provider reached no decision in time. Submit again.',
    retryAllowed: true,
  },
  image_unreadable: {
    message:
      'A photo is damaged and could not be opened. Take it again, or send the original file.',
    retryAllowed: true,
  },
  evidence_unreadable: {
    message: 'The stored images could not be opened. Submit again and tell the operator.',
    retryAllowed: true,
  },
  internal_error: {
    message: 'The verification failed here. Submit again; tell the operator if it happens twice.',
    retryAllowed: true,
  },
  sandbox_outcome: {
    message: 'The outcome requested with sandbox_outcome.',
    retryAllowed: true,
  },
}

/** The status that each reason leads to; `sandbox_outcome` occurs with both. */
export const statusOfReason: Readonly<
  Record<Exclude<ReasonCode, 'sandbox_outcome'>, 'declined' | 'error'>
> = {
  document_not_verified: 'declined',
  document_unreadable: 'declined',
  document_not_accepted: 'declined',
  document_expired: 'declined',
  face_mismatch: 'declined',
  liveness_failed: 'declined',
  spoof_suspected: 'declined',
  name_mismatch: 'declined',
  date_of_birth_mismatch: 'declined',
  id_number_mismatch: 'declined',
  fraud_suspected: 'error',
  images_unusable: 'error',
  provider_unreachable: 'error',
  provider_undecided: 'error',
  provider_wallet_empty: 'error',
  provider_credentials_refused: 'error',
  provider_misconfigured: 'error',
  provider_rejected_request: 'error',
  provider_answer_contradictory: 'error',
  provider_answer_unknown: 'error',
  image_unreadable: 'error',
  evidence_unreadable: 'error',
  internal_error: 'error',
}

export const reasonCodes = Object.keys(reasons) as readonly ReasonCode[]
