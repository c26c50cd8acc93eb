// Checks of the disk of the data folder: free space, rights, kind of file system, time of a sync, room for images.

import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type ImageStorage, imageStorageState } from '../../images/storage/image-storage-state.ts'
import { readStoredBytes } from '../../images/storage/stored-images-view.ts'
import type { Clock } from '../../kernel/clock.ts'
import { hasCode } from '../../kernel/has-code.ts'
import { randomToken } from '../../kernel/ids.ts'
import { reserveOf } from '../../operations/status/disk-use.ts'
import { findStorageFault, type StorageFault } from '../../operations/status/examine-storage.ts'
import { withSettings, withTables } from '../doctor-scene.ts'
import { fileSystemOf } from '../file-system.ts'
import { type DoctorOutcome, failed, skipped, warning, well } from '../outcome.ts'

export const diskChecks = {
  free_space: withSettings(async ({ config }) => {
    const disk = await statfs(config.dataDir).catch(() => undefined)
    if (disk === undefined) return skipped('no_data_folder')
    // The space that is available to a process without special rights.
    return judgeFreeSpace(disk.bavail * disk.bsize, reserveOf(config))
  }),
  data_folder: withSettings(async ({ config }) => judgeFolder(await findStorageFault(config))),
  file_system: withSettings(async ({ config: { dataDir } }) => {
    const disk = await statfs(dataDir).catch(() => undefined)
    return disk === undefined ? skipped('no_data_folder') : judgeFileSystem(disk.type)
  }),
  sync_time: withSettings(async ({ config: { dataDir }, clock }) => {
    const fault = await findStorageFault({ dataDir })
    return fault === undefined
      ? judgeSyncTimes(await measureSyncs(dataDir, clock))
      : skipped('no_data_folder')
  }),
  image_storage: withTables(async ({ db, config: { imagesBytesMax } }) =>
    judgeImageStorage({ storedBytes: await readStoredBytes(db.reader), maxBytes: imagesBytesMax }),
  ),
}

/** Below this part of the reserve (at most 250 MB), the next commits and images may not fit. */
const nothingLeft = { part: 1 / 8, bytesMax: 250_000_000 }

export function judgeFreeSpace(freeBytes: number, reserveBytes: number): DoctorOutcome {
  const values = { free_bytes: freeBytes, reserve_bytes: reserveBytes }
  if (freeBytes < Math.min(reserveBytes * nothingLeft.part, nothingLeft.bytesMax)) {
    return failed('almost_full', { values })
  }
  return freeBytes < reserveBytes ? failed('below_reserve', { values }) : well({ values })
}

export function judgeFolder(fault: Pick<StorageFault, 'kind' | 'path'> | undefined): DoctorOutcome {
  if (fault === undefined) return well()
  return failed(fault.kind, { values: { path: fault.path } })
}

export function judgeFileSystem(type: number): DoctorOutcome {
  const { name, kind } = fileSystemOf(type)
  const values = { file_system: name }
  switch (kind) {
    case 'network':
      return failed('network', { values })
    case 'memory':
      return warning('memory', { values })
    case 'layered':
      return warning('layered', { values })
    case 'local':
      return well({ values })
  }
}

const syncMsMax = 20

/** @param timesMs of single syncs, at least one; undefined if the disk is full */
export function judgeSyncTimes(timesMs: readonly number[] | undefined): DoctorOutcome {
  if (timesMs === undefined) return skipped('no_room')
  const sorted = timesMs.toSorted((one, other) => one - other)
  const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0
  const values = { p99_ms: Math.round(p99 * 10) / 10, limit_ms: syncMsMax }
  return p99 > syncMsMax ? warning('slow', { values }) : well({ values })
}

const syncsMax = 100
const syncsMin = 10
const measureMsMax = 3_000
/** As large as a page of the database. */
const blockBytes = 4_096

/**
 * Times single synced writes to a file in the data folder, which is deleted afterwards; undefined if it has no room.
 */
async function measureSyncs(dataDir: string, clock: Clock): Promise<readonly number[] | undefined> {
  const file = join(dataDir, `sync-time-${randomToken(12)}.tmp`)
  const handle = await open(file, 'wx', 0o600)
  try {
    const times: number[] = []
    const beganMs = clock.steadyMs()
    while (times.length < syncsMax) {
      const atMs = clock.steadyMs()
      if (times.length >= syncsMin && atMs - beganMs > measureMsMax) break
      await handle.write(Buffer.alloc(blockBytes, times.length))
      await handle.sync()
      times.push(clock.steadyMs() - atMs)
    }
    return times
  } catch (error) {
    if (hasCode(error, 'ENOSPC')) return undefined
    throw error
  } finally {
    await handle.close()
    await rm(file, { force: true })
  }
}

export function judgeImageStorage(room: ImageStorage): DoctorOutcome {
  const { storedBytes, maxBytes } = room
  if (maxBytes === undefined) return well({ values: { stored_bytes: storedBytes } }, 'unlimited')
  const values = { stored_bytes: storedBytes, max_bytes: maxBytes }
  switch (imageStorageState(room)) {
    case 'full':
      return failed('full', { values })
    case 'near_full':
      return warning('near_full', { values })
    case 'enough':
      return well({ values })
  }
}
