// The messages between a backup and its thread that copies the database.

import type { BackupReason } from './backup-error.ts'

/** What the thread is told at its start: paths of files. */
export interface CopyWork {
  readonly from: string
  readonly to: string
}

/** Lets the thread check its copy. It is sent once, also before the copy is whole. */
export type ToCopyThread = 'check'

export type FromCopyThread =
  | { readonly kind: 'copied' }
  /** Problems that SQLite found in the copy; none for a sound one. */
  | { readonly kind: 'checked'; readonly damage: readonly string[] }
  | { readonly kind: 'failed'; readonly reason: BackupReason; readonly message: string }
