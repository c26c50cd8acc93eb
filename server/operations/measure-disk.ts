// What the appliance takes up on its disk, and how much room is left there.

import { stat, statfs } from 'node:fs/promises'

export interface DiskUse {
  /** With the write-ahead log, which is a part of it. */
  readonly databaseBytes: number
  readonly freeBytes: number
  readonly totalBytes: number
}

export async function measureDisk(
  { dataDir }: { readonly dataDir: string },
  databaseFile: string,
): Promise<DiskUse> {
  const disk = await statfs(dataDir)
  return {
    databaseBytes: (await bytesOf(databaseFile)) + (await bytesOf(`${databaseFile}-wal`)),
    // What a process without special rights may still fill.
    freeBytes: disk.bavail * disk.bsize,
    totalBytes: disk.blocks * disk.bsize,
  }
}

async function bytesOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => undefined)
  return found?.size ?? 0
}
