// The messages between a restore and its threads.

import type { BackupReason } from './backup-error.ts'
import type { PackReference } from './backup-format.ts'
import type { BackupPlace } from './place-address.ts'

/** What a thread is given. Plain data; the identities open the packs, and the master key is not needed. */
export interface UnpackWork {
  readonly place: BackupPlace
  readonly identities: readonly string[]
  /** The database that is unpacked from the backup; it is there once the thread is told to begin. */
  readonly databaseFile: string
  /** Folder of the images. */
  readonly root: string
  readonly packs: readonly PackReference[]
}

export type FromUnpackThread =
  | { readonly kind: 'pack'; readonly files: readonly string[] }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly reason: BackupReason; readonly message: string }
