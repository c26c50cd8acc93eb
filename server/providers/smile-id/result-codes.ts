// What Smile ID's result codes mean, per job type and never globally: 0812, for one, is a provisional
// result of a biometric check but a refusal of a document. Facts: Smile ID's code tables; pure data.

import type { ProviderReason } from '../provider.ts'

/** Document Verification, the only product we order. Another job type brings a table of its own. */
export const documentVerification = 6
export type SmileJobType = typeof documentVerification

export type CodeMeaning =
  | { readonly kind: 'approved' }
  | { readonly kind: 'declined'; readonly reason: ProviderReason }
  /** A person at Smile ID has yet to look, or could not decide. */
  | { readonly kind: 'provisional' }
  /** The check could not be done with what was sent. */
  | { readonly kind: 'error'; readonly reason: ProviderReason }
  /** The account does not have the product. */
  | { readonly kind: 'misconfigured' }

const byJobType: Readonly<Record<SmileJobType, Readonly<Record<string, CodeMeaning>>>> = {
  [documentVerification]: {
    '0810': { kind: 'approved' },
    // Whatever did not fit: faces, liveness, security features. The actions tell which.
    '0811': { kind: 'declined', reason: 'document_not_verified' },
    '0812': { kind: 'declined', reason: 'document_unreadable' },
    '0813': { kind: 'declined', reason: 'spoof_suspected' },
    '0814': { kind: 'provisional' },
    '0815': { kind: 'provisional' },
    '0816': { kind: 'declined', reason: 'document_not_accepted' },
    // Smile ID approves it with a warning; for a bank an expired document confirms nobody.
    '0817': { kind: 'declined', reason: 'document_expired' },
    '0001': { kind: 'error', reason: 'images_unusable' },
    '0903': { kind: 'error', reason: 'images_unusable' },
    '0907': { kind: 'declined', reason: 'spoof_suspected' },
    '1016': { kind: 'misconfigured' },
  },
}

/** Undefined for a code that this job type is not known to give; such a code approves nothing. */
export function meaningOf(jobType: SmileJobType, resultCode: string): CodeMeaning | undefined {
  const table = byJobType[jobType]
  return Object.hasOwn(table, resultCode) ? table[resultCode] : undefined
}
