// Rows of `directory_visits`: browsers on their way to the bank's directory and back.

import type { VisitPurpose } from './directory-visit.ts'

export interface DirectoryVisitTable {
  /** HMAC-SHA-256 of the token in the browser's cookie, from which state, nonce and PKCE verifier derive. */
  digest: Buffer
  purpose: VisitPurpose
  /** Digest of the invitation that is accepted with the visit. */
  link_digest: Buffer | null
  created_at: number
}
