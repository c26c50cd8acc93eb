// The space that the data takes, and what is free.

import type { ImageStorage } from '../../images/storage/image-storage-state.ts'
import type { StorageFault } from './examine-storage.ts'

export interface DiskUse {
  /** Includes the write-ahead log of SQLite. PostgreSQL keeps its own on another disk. */
  readonly databaseBytes: number
  readonly writeAheadLogBytes: number
  readonly freeBytes: number
  readonly totalBytes: number
  /** Less free space than this is reported as a problem. */
  readonly reserveBytes: number
  /** Why the data folder cannot be written; undefined if it can. */
  readonly fault: StorageFault | undefined
  readonly images: ImageStorage
}

/** With less room a disk is full, whatever reserve is set: no image and hardly a commit fits any more. */
const fullDiskBytes = 1_000_000

export function reserveOf(config: { readonly diskReserveBytes: number }): number {
  return Math.max(config.diskReserveBytes, fullDiskBytes)
}
