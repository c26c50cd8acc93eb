// What the appliance takes up on its disk, and how much room is left there.

import { stat, statfs } from 'node:fs/promises'
import type { Config } from '../config.ts'
import type { Reader } from '../db/transaction.ts'
import type { ImageRoom } from '../evidence/image-room.ts'
import { readStoredBytes } from '../evidence/stored-images-view.ts'
import { findStorageFault, type StorageFault } from './examine-storage.ts'

export interface DiskUse {
  /** With the write-ahead log, which is a part of it. */
  readonly databaseBytes: number
  readonly freeBytes: number
  readonly totalBytes: number
  /** Less free room than this is told of. */
  readonly reserveBytes: number
  /** What keeps the data folder from being written; undefined where nothing does. */
  readonly fault: StorageFault | undefined
  readonly images: ImageRoom
}

export async function measureDisk(
  config: Pick<Config, 'dataDir' | 'diskReserveBytes' | 'imagesBytesMax'>,
  databaseFile: string,
  db: Reader,
): Promise<DiskUse> {
  const { dataDir, diskReserveBytes, imagesBytesMax } = config
  const disk = await statfs(dataDir)
  return {
    databaseBytes: (await bytesOf(databaseFile)) + (await bytesOf(`${databaseFile}-wal`)),
    // What a process without special rights may still fill.
    freeBytes: disk.bavail * disk.bsize,
    totalBytes: disk.blocks * disk.bsize,
    reserveBytes: diskReserveBytes,
    fault: await findStorageFault({ dataDir }),
    images: { storedBytes: await readStoredBytes(db), maxBytes: imagesBytesMax },
  }
}

async function bytesOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => undefined)
  return found?.size ?? 0
}
