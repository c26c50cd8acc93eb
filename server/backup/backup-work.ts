// The messages between a backup's thread and the main thread.

import type { EncryptedSample } from '../db/sqlite/database-copy.ts'
import type { FaultyImage } from '../images/storage/find-faulty-images.ts'
import type { BackupReason } from './backup-error.ts'
import type { ImagesSource } from './packs/packed-images.ts'
import type { BackupPlace } from './places/place-address.ts'
import type { PlaceUser } from './places/place-marker.ts'

/** What a backup's thread is told. Plain data, without any key of the product. */
export interface BackupWork {
  readonly databaseFile: string
  readonly images: ImagesSource
  /** An empty folder for the copy of the database, on a disk with room for it. */
  readonly workFolder: string
  /** Folder that keeps lists of packs between backups; undefined to read them at the place each time. */
  readonly cacheFolder: string | undefined
  readonly place: BackupPlace
  /** Who writes at the place; looked at again right before the backup counts. */
  readonly user: PlaceUser
  readonly recipients: readonly string[]
  readonly appVersion: string
  readonly startedAtMs: number
  /** Six random characters that tell two backups of one second apart. */
  readonly token: string
  /** Largest size of a pack in bytes; a test makes it small. */
  readonly packBytesMax: number
  /** A smaller database is copied and checked without a thread; a test makes it small. */
  readonly copyThreadBytesMin: number
}

export interface BackupProgress {
  readonly stage: 'copying' | 'checking' | 'images' | 'writing'
  readonly done: number
  /** 0 if unknown. */
  readonly total: number
}

export interface BackupResult {
  /** Without the ending. */
  readonly name: string
  readonly label: string
  /** Bytes written now: the encrypted database and the packs of new images. */
  readonly newBytes: number
  /** Bytes of the whole backup, all its packs included. */
  readonly bytes: number
  readonly images: number
  readonly newImages: number
  readonly missingImages: number
  /** Images that are lost or damaged where they are kept, and that this backup has. */
  readonly faultyImages: readonly FaultyImage[]
  readonly rows: number
}

export type FromBackupThread =
  | { readonly kind: 'progress'; readonly progress: BackupProgress }
  /** The thread waits for `go` until the main thread has tried its keys on the samples. */
  | { readonly kind: 'copied'; readonly samples: readonly EncryptedSample[] }
  /** The thread waits for the answer, which are those that are lost or damaged. */
  | { readonly kind: 'check'; readonly images: readonly string[] }
  | { readonly kind: 'done'; readonly result: BackupResult }
  | { readonly kind: 'failed'; readonly reason: BackupReason; readonly message: string }

export type ToBackupThread =
  | { readonly kind: 'go' }
  | { readonly kind: 'checked'; readonly faulty: readonly FaultyImage[] }
