// Rows of `audit_entries`, which are only inserted (triggers refuse updates and deletes), and of `audit_once`.

import type { AuditAction, AuditActorKind, AuditOutcome, AuditSubjectKind } from './audit.ts'

export interface AuditTable {
  /** Starts at 1, without gaps. */
  sequence: number
  id: string
  at: number
  actor_kind: AuditActorKind
  actor_id: string | null
  action: AuditAction
  subject_kind: AuditSubjectKind | null
  subject_id: string | null
  outcome: AuditOutcome
  client_address: string | null
  request_id: string | null
  /** JSON of `AuditDetails`. */
  details: string
  /** Id of the purpose key that makes the hash. */
  key_id: string
  /** Hex; the hash of the previous entry, zeros for the first one. */
  previous_hash: string
  /** Hex; HMAC-SHA-256 over the entry and `previous_hash`. */
  hash: string
}

/** Deduplication key of an entry that is recorded once per period. */
export interface AuditOnceTable {
  deduplication_key: string
  at: number
}
