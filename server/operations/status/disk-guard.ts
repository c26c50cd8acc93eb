// Watches the free space on the disk of the data folder, and refuses new verifications while it is below the reserve:
// running work, audit entries and deletions must still find room.

import { statfs } from 'node:fs/promises'
import { AppError } from '../../kernel/app-error.ts'
import type { Cancel, Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { reserveOf } from './disk-use.ts'

export interface DiskGuard {
  /** Measures now and every few seconds until `stop`. A disk that cannot be measured refuses nothing. */
  start(): Promise<void>
  stop(): void
  /** Returns the error with which to refuse verifications; undefined if there is room. */
  refusal(): AppError | undefined
}

interface DiskGuardNeeds {
  readonly clock: Clock
  readonly log: Log
  readonly config: { readonly dataDir: string; readonly diskReserveBytes: number }
}

/** A gigabyte a second, as fast as disks of servers write, fills the default reserve no sooner. */
const measureEveryMs = 2_000
const retryAfterSeconds = 60
/** More room than the reserve by this factor ends the refusal, so that it does not begin and end with every file. */
const roomAgainFactor = 1.05

/** @param freeBytesOf replaces the file system's answer in tests */
export function createDiskGuard(
  { clock, log, config }: DiskGuardNeeds,
  freeBytesOf: (folder: string) => Promise<number> = measureFree,
): DiskGuard {
  const { dataDir } = config
  const reserveBytes = reserveOf(config)
  let isLow = false
  let cancel: Cancel = () => {}
  let isStopped = true

  async function measure(): Promise<void> {
    const bytes = await freeBytesOf(dataDir).catch(() => undefined)
    if (bytes !== undefined) judge(bytes)
    if (!isStopped) cancel = clock.after(measureEveryMs, () => void measure())
  }

  function judge(bytes: number): void {
    if (!isLow && bytes < reserveBytes) {
      isLow = true
      log.error('disk_below_reserve', { path: dataDir, bytes })
    } else if (isLow && bytes >= reserveBytes * roomAgainFactor) {
      isLow = false
      log.info('disk_above_reserve', { path: dataDir, bytes })
    }
  }

  return {
    async start() {
      isStopped = false
      await measure()
    },
    stop() {
      isStopped = true
      cancel()
    },
    refusal: () => (isLow ? belowReserve() : undefined),
  }
}

/** The space that is available to a process without special rights. */
async function measureFree(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

function belowReserve(): AppError {
  const message =
    'The server has too little free disk space, so no verifications are accepted until it has more. Nothing was stored. Contact the operator.'
  return new AppError('unavailable', message, { retryAfterSeconds, reason: 'disk_below_reserve' })
}
