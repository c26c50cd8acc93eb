// The messages between a backup and its threads that write packs of images.

import type { CopiedImage } from '../../db/sqlite/database-copy.ts'
import type { BackupReason } from '../backup-error.ts'
import type { Envelope } from '../envelope/age-envelope.ts'
import type { BackupPlace } from '../places/place-address.ts'
import type { ImagesSource } from './packed-images.ts'
import type { PackOrder, WrittenPack } from './write-pack.ts'

/** What a thread is given at its start. Plain data, without any key of the product. */
export interface PackWork extends Omit<PackOrder, 'target' | 'source' | 'envelope' | 'isWhole'> {
  readonly place: BackupPlace
  readonly images: ImagesSource
}

export type PackGroup = readonly CopiedImage[]

export type PackMode = Required<Pick<PackOrder, 'isWhole'>>

/** A thread is sent one after another, and answers each before the next. */
export interface ToPackThread extends PackMode {
  readonly group: PackGroup
  readonly envelope: Envelope
}

export type FromPackThread =
  | { readonly kind: 'written'; readonly pack: WrittenPack }
  | { readonly kind: 'failed'; readonly reason: BackupReason; readonly message: string }
