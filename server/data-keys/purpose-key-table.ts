// Rows of `purpose_keys`, `master_keys` and `key_rotations`.

import type { KeyPurpose, RotatablePurpose } from '../crypto/purpose-key.ts'

/** One key of one purpose; see `crypto/purpose-key`. */
export interface PurposeKeyTable {
  id: string
  purpose: KeyPurpose
  /** Fingerprint of the master key that wraps it. */
  master_key_id: string
  /** Null once the key was destroyed. */
  wrapped: Buffer | null
  check_value: Buffer
  created_at: number
  used_from: number
  destroyed_at: number | null
}

/** A master key that this installation uses or has used. The key itself is never stored. */
export interface MasterKeyTable {
  fingerprint: string
  used_since: number
  /** Null for the one in use. Backups made before this time need the key. */
  replaced_at: number | null
  /** When somebody confirmed that the copy in escrow has this fingerprint. */
  escrow_confirmed_at: number | null
}

/** The progress of replacing one purpose key by the next. */
export interface KeyRotationTable {
  /** The new key. */
  key_id: string
  purpose: RotatablePurpose
  started_at: number
  /** When the last batch was written. */
  moved_at: number
  /** Place in the encrypted columns where the next batch starts; `source:row id`. */
  position: string
  rows_read: number
  rows_changed: number
  /** Rows of the present pass that could not be decrypted, and were left as they are. */
  rows_failed: number
  /** Rows that the present pass changed. A pass that changes none proves that the old keys are unused. */
  changed_in_pass: number
  /** When a pass first found nothing left to change. */
  reencrypted_at: number | null
  /** Earliest start of the last pass, after which the old keys are destroyed. */
  last_pass_from: number | null
  finished_at: number | null
}
