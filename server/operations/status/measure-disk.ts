// Measures the disk space that the appliance uses and the free space on its disk.

import { stat, statfs } from 'node:fs/promises'
import type { Config } from '../../config.ts'
import { databaseServerBytes } from '../../db/database-server-bytes.ts'
import type { Reader } from '../../db/transaction.ts'
import { readStoredBytes } from '../../images/storage/stored-images-view.ts'
import { type DiskUse, reserveOf } from './disk-use.ts'
import { findStorageFault } from './examine-storage.ts'

export async function measureDisk(
  config: Pick<Config, 'dataDir' | 'diskReserveBytes' | 'imagesBytesMax'>,
  databaseFile: string,
  db: Reader,
): Promise<DiskUse> {
  const { dataDir, imagesBytesMax } = config
  const disk = await statfs(dataDir)
  const onServer = await databaseServerBytes(db)
  const writeAheadLogBytes = onServer === undefined ? await bytesOf(`${databaseFile}-wal`) : 0
  return {
    databaseBytes: onServer ?? (await bytesOf(databaseFile)) + writeAheadLogBytes,
    writeAheadLogBytes,
    // The space that is available to a process without special rights.
    freeBytes: disk.bavail * disk.bsize,
    totalBytes: disk.blocks * disk.bsize,
    reserveBytes: reserveOf(config),
    fault: await findStorageFault({ dataDir }),
    images: { storedBytes: await readStoredBytes(db), maxBytes: imagesBytesMax },
  }
}

/** Returns 0 for a file that is not there. */
export async function bytesOf(file: string): Promise<number> {
  const stats = await stat(file).catch(() => undefined)
  return stats?.size ?? 0
}
