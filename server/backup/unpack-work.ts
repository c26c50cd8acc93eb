// The messages between a restore and its threads.

import type { Envelope } from './age-envelope.ts'
import type { BackupReason } from './backup-error.ts'
import type { PackReference } from './backup-format.ts'
import type { BackupPlace } from './place-address.ts'

/** What a thread is given at its start. Plain data, without any key of the product. */
export interface UnpackWork {
  readonly place: BackupPlace
  /** The database that is unpacked from the backup; it is there once the thread is told to begin. */
  readonly databaseFile: string
  /** Folder of the images. */
  readonly root: string
  /** See `unpackBackup`. */
  readonly hashesAll: boolean
}

export interface OpenedPack {
  readonly pack: PackReference
  readonly envelope: Envelope
}

/** Lets a thread begin. */
export interface ToUnpackThread {
  readonly packs: readonly OpenedPack[]
}

export type FromUnpackThread =
  | { readonly kind: 'pack'; readonly files: readonly string[] }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly reason: BackupReason; readonly message: string }
