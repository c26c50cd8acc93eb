// The messages between a restore and its threads.

import type { BackupReason } from '../backup-error.ts'
import type { PackReference } from '../backup-format.ts'
import type { Envelope } from '../envelope/age-envelope.ts'
import type { BackupPlace } from '../places/place-address.ts'

/** What a thread is given at its start. Plain data, without any key of the product. */
export interface UnpackWork {
  readonly place: BackupPlace
  /** The database that is unpacked from the backup; it is there once the thread is told to ask it. */
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
  /** The same for all threads, each of which takes the next one that none has taken. */
  readonly packs: readonly OpenedPack[]
  /** Shared by the threads: how many packs were taken. */
  readonly taken: Int32Array<SharedArrayBuffer>
  /** Writes only images that the database refers to. Otherwise all of them, and the database need not be there. */
  readonly asksDatabase: boolean
}

export type FromUnpackThread =
  | { readonly kind: 'pack'; readonly files: readonly string[] }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly reason: BackupReason; readonly message: string }
