// Rows of `backup_runs` and `backup_lease`.

import type { BackupReason } from './backup-error.ts'

type BackupOutcome = 'done' | 'failed'
/** Who asked for the backup. */
export type BackupCause = 'schedule' | 'command'

export interface BackupRunTable {
  id: string
  started_at: number
  ended_at: number
  outcome: BackupOutcome
  cause: BackupCause
  /** The folder, or `s3://bucket/prefix`. */
  target: string
  /** These are null for a failure. */
  name: string | null
  bytes: number | null
  new_bytes: number | null
  images: number | null
  missing_images: number | null
  /** Null for a success. */
  reason: BackupReason | null
  /** When it was last restored as a trial, without a fault; null if it never was. */
  tried_at: number | null
}

export interface BackupLeaseTable {
  /** Always 1. */
  only: number
  holder: string
  lease_until: number
}
