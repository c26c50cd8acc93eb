// Rows of `audit_entries`, only ever inserted (triggers refuse the rest), and of `audit_once`.

import type { AuditAction, AuditActorKind, AuditOutcome, AuditSubjectKind } from './audit.ts'

export interface AuditTable {
  /** Counts from 1 without a gap. */
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
  /** Fingerprint of the master key that the chain's key comes from. */
  key_id: string
  /** Hex; the hash of the entry before, zeros for the first. */
  previous_hash: string
  /** Hex; HMAC-SHA-256 over the entry and `previous_hash`. */
  hash: string
}

/** What is recorded once and not again: one row, kept as long as it may be asked for. */
export interface AuditOnceTable {
  deduplication_key: string
  at: number
}
