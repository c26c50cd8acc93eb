// The sandbox's imitation of the provider's answers, one for each outcome that a client can
// trigger, modelled on the real ones. Data only.

import type { CheckResult, ProviderReason, RefusedReason } from '../provider.ts'

/** An outcome, or the reason for one. */
export type SandboxResultKind =
  | 'approved'
  | 'declined'
  | 'error'
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

export interface SandboxReply {
  readonly code: string
  readonly text: string
  readonly document: CheckResult
  readonly liveness: CheckResult
  readonly faceMatch: CheckResult
  /** Whether the search for fraud finds other users with this face. */
  readonly isFraudSuspected?: boolean
  /** The values read on the document: the claimed ones, or with one field changed. */
  readonly read: 'nothing' | 'as_claimed' | 'other_name' | 'other_date_of_birth' | 'other_id_number'
}

/** The provider gave no result; the note becomes `smile_result`. */
export interface NoSandboxReply {
  readonly note: Readonly<Record<string, unknown>>
}

const verified = {
  code: '0810',
  text: 'Document Verified',
  document: 'passed',
  liveness: 'passed',
  faceMatch: 'passed',
  read: 'as_claimed',
} as const
const refused = {
  code: '0811',
  text: 'Unable to verify document',
  document: 'failed',
  liveness: 'passed',
  faceMatch: 'passed',
  read: 'nothing',
} as const
const unusable = {
  code: '0001',
  text: 'ID Card image unusable',
  document: 'not_done',
  liveness: 'not_done',
  faceMatch: 'not_done',
  read: 'nothing',
} as const

export const sandboxReplies: Readonly<Record<SandboxResultKind, SandboxReply | NoSandboxReply>> = {
  approved: verified,
  declined: refused,
  error: unusable,
  document_not_verified: refused,
  document_unreadable: { ...unusable, code: '0812', text: refused.text },
  document_not_accepted: { ...unusable, code: '0816', text: refused.text },
  document_expired: { ...verified, code: '0817', text: 'Document Verified - document has expired' },
  face_mismatch: { ...refused, document: 'passed', faceMatch: 'failed' },
  liveness_failed: { ...refused, document: 'passed', liveness: 'failed' },
  spoof_suspected: { ...refused, code: '0813' },
  name_mismatch: { ...verified, read: 'other_name' },
  date_of_birth_mismatch: { ...verified, read: 'other_date_of_birth' },
  id_number_mismatch: { ...verified, read: 'other_id_number' },
  fraud_suspected: { ...verified, isFraudSuspected: true },
  images_unusable: unusable,
  provider_answer_contradictory: { ...verified, faceMatch: 'failed' },
  provider_answer_unknown: { ...verified, code: '0899', text: 'Document Looked At' },
  provider_wallet_empty: { note: { code: '2222', error: 'Insufficient balance in wallet' } },
  provider_credentials_refused: { note: { code: '2205', error: 'You are not authorized' } },
  provider_misconfigured: { note: { code: '2220', error: 'Product not enabled' } },
  provider_rejected_request: { note: { code: '2213', error: 'Invalid request' } },
  provider_unreachable: { note: { last_trouble: 'timeout' } },
  provider_undecided: { note: { last_state: 'provisional' } },
  image_unreadable: {
    note: { decided_by: 'image_check', images: [{ role: 'front', code: 'damaged' }] },
  },
  evidence_unreadable: { note: {} },
  internal_error: { note: { abandoned: 'internal_error' } },
}
