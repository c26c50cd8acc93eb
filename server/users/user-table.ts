// Rows of users and of everything stored about their accounts. Passwords, recovery codes, links and session
// tokens are stored as digests only.

import type { AuditActorKind } from '../audit/audit.ts'
import type { AccountNoticeKind } from './notices/account-notice.ts'
import type { Role } from './role.ts'
import type { PlaceTrait } from './sign-in/sign-in-place.ts'
import type { LinkKind, SessionStage, UserState } from './user.ts'

export interface StaffUserTable {
  id: string
  email: string
  name: string
  role: Role
  state: UserState
  /** Argon2id in the PHC string format. */
  password_hash: string | null
  password_changed_at: number | null
  /** The shared secret, encrypted. */
  totp: Buffer | null
  /** Time step of the last accepted code, so that no code is accepted twice. */
  totp_last_step: number | null
  /** Wrong codes in a row; at `wrongCodesMax` codes are locked. */
  wrong_codes: number
  created_at: number
  last_signed_in_at: number | null
  /** Issuer and subject in the bank's directory; both null for a local account. */
  directory_issuer: string | null
  directory_subject: string | null
}

export interface PasskeyTable {
  /** The credential's id, base64url. */
  id: string
  user_id: string
  name: string
  /** COSE. */
  public_key: Buffer
  counter: number
  /** JSON list. */
  transports: string
  created_at: number
  last_used_at: number | null
}

export interface RecoveryCodeTable {
  /** HMAC-SHA-256 of the user's id and the code. */
  digest: Buffer
  user_id: string
  used_at: number | null
}

export interface SessionTable {
  id: string
  /** HMAC-SHA-256 of the token in the cookie. */
  digest: Buffer
  user_id: string
  stage: SessionStage
  created_at: number
  used_at: number
  confirmed_at: number | null
  client_address: string
  browser: string
  /** What a passkey must sign, and since when. */
  challenge: string | null
  challenge_at: number | null
  /** An offered TOTP secret that is not confirmed yet, encrypted. */
  offered_totp: Buffer | null
}

export interface UserLinkTable {
  /** HMAC-SHA-256 of the link's token. */
  digest: Buffer
  kind: LinkKind
  user_id: string | null
  created_at: number
  expires_at: number
  used_at: number | null
  /** Null for links of an earlier release. */
  made_by_kind: AuditActorKind | null
  made_by_id: string | null
}

export interface SignInAttemptTable {
  /** Keyed digest of a network, an account, or an account and a network. */
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
