// The meaning of Smile ID's result codes, by job type and never globally: 0812, for example, is a
// provisional result of a biometric check but a refusal of a document. Source: Smile ID's code
// tables. Pure data.

import type { ProviderReason } from '../provider.ts'
import { codesOfSearch } from './antifraud.ts'

/** Document Verification, the only product we use. Another job type needs its own table. */
export const documentVerification = 6
type SmileJobType = typeof documentVerification

export type CodeMeaning =
  | { readonly kind: 'approved' }
  | { readonly kind: 'declined'; readonly reason: ProviderReason }
  /** A reviewer at Smile ID has not decided yet, or could not, or it is not the result of the document. */
  | { readonly kind: 'provisional' }
  /** The check was not possible with the submitted images. */
  | { readonly kind: 'error'; readonly reason: ProviderReason }
  /** The account does not include the product. */
  | { readonly kind: 'misconfigured' }

const byJobType: Readonly<Record<SmileJobType, Readonly<Record<string, CodeMeaning>>>> = {
  [documentVerification]: {
    '0810': { kind: 'approved' },
    // Any mismatch: faces, liveness, security features. The actions say which.
    '0811': { kind: 'declined', reason: 'document_not_verified' },
    '0812': { kind: 'declined', reason: 'document_unreadable' },
    '0813': { kind: 'declined', reason: 'spoof_suspected' },
    '0814': { kind: 'provisional' },
    '0815': { kind: 'provisional' },
    '0816': { kind: 'declined', reason: 'document_not_accepted' },
    // Smile ID approves it with a warning; for a bank an expired document proves no identity.
    '0817': { kind: 'declined', reason: 'document_expired' },
    '0001': { kind: 'error', reason: 'images_unusable' },
    '0903': { kind: 'error', reason: 'images_unusable' },
    '0907': { kind: 'declined', reason: 'spoof_suspected' },
    '1016': { kind: 'misconfigured' },
    // Smile Secure sends a result of its own; whether job status shows it is not known. It says nothing of the
    // document, so where nobody was found, or the search did not run, the document's own result is waited for.
    [codesOfSearch.suspectsFound]: { kind: 'error', reason: 'fraud_suspected' },
    [codesOfSearch.nobodyFound]: { kind: 'provisional' },
    [codesOfSearch.notRun]: { kind: 'provisional' },
  },
}

/** Returns undefined for a code that is not known for this job type; such a code never approves. */
export function meaningOf(jobType: SmileJobType, resultCode: string): CodeMeaning | undefined {
  const table = byJobType[jobType]
  return Object.hasOwn(table, resultCode) ? table[resultCode] : undefined
}
