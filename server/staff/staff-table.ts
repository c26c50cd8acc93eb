// Rows of what is kept of the staff. Passwords, codes, links and session ids are here as digests only.

import type { AuditActorKind } from '../audit/audit.ts'
import type { AccountNoticeKind } from './account-notice.ts'
import type { Role } from './role.ts'
import type { PlaceTrait } from './sign-in-place.ts'
import type { LinkKind, MemberState, SessionStage } from './staff.ts'

export interface StaffMemberTable {
  id: string
  email: string
  name: string
  role: Role
  state: MemberState
  /** Argon2id in the PHC string format. */
  password_hash: string | null
  password_changed_at: number | null
  /** The shared secret, sealed. */
  totp: Buffer | null
  /** Time step of the last code that was taken: no code is taken twice. */
  totp_last_step: number | null
  /** Wrong codes in a row, at most `wrongCodesMax`: then codes are locked. */
  wrong_codes: number
  created_at: number
  last_signed_in_at: number | null
}

export interface StaffPasskeyTable {
  /** The credential's id, base64url. */
  id: string
  member_id: string
  name: string
  /** COSE. */
  public_key: Buffer
  counter: number
  /** JSON list. */
  transports: string
  created_at: number
  last_used_at: number | null
}

export interface StaffRecoveryCodeTable {
  /** HMAC-SHA-256 of the member and the code. */
  digest: Buffer
  member_id: string
  used_at: number | null
}

export interface StaffSessionTable {
  id: string
  /** HMAC-SHA-256 of the text in the cookie. */
  digest: Buffer
  member_id: string
  stage: SessionStage
  created_at: number
  used_at: number
  confirmed_at: number | null
  client_address: string
  browser: string
  /** What a passkey is to sign, and since when. */
  challenge: string | null
  challenge_at: number | null
  /** A secret that was shown and not yet confirmed, sealed. */
  offered_totp: Buffer | null
}

export interface StaffLinkTable {
  /** HMAC-SHA-256 of the link's token. */
  digest: Buffer
  kind: LinkKind
  member_id: string | null
  created_at: number
  expires_at: number
  used_at: number | null
  /** Null for links of an earlier release. */
  made_by_kind: AuditActorKind | null
  made_by_id: string | null
}

export interface StaffAttemptTable {
  /** Keyed digest of whose failures these are: an address, or an account and an address. */
  subject: string
  failures: number
  last_failed_at: number
}

export interface AccountNoticeTable {
  id: string
  user_id: string
  kind: AccountNoticeKind
  at: number
  by_kind: AuditActorKind
  by_id: string | null
  approved_by_id: string | null
  role: Role | null
  previous_role: Role | null
  count: number
  session_id: string | null
  client_address: string | null
  /** Null for all but unusual sign-ins. */
  browser: string | null
  seen_at: number | null
}

export interface KnownPlaceTable {
  user_id: string
  trait: PlaceTrait
  /** An address range, or the family of a browser. */
  value: string
  last_at: number
}
