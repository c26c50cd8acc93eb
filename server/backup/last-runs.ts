// What is known of the last backups that were tried.

import type { BackupReason } from './backup-error.ts'

export interface LastRuns {
  /** Start of the last backup that was made. */
  readonly lastSuccessAt: number | undefined
  readonly lastSuccessName: string | undefined
  /** The last failure since then. */
  readonly lastFailure: { readonly at: number; readonly reason: BackupReason } | undefined
  /** Failures since the last success. */
  readonly failures: number
}
