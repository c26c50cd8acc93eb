// Takes from a frozen copy what a power cut may take: bytes that the server had written and not synced yet. Nothing
// that was synced is touched, so the server owes everything that it has acknowledged.

import { existsSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pick, type RandomNumbers } from '../bench/random-numbers.ts'
import { type FrozenWal, frameStart, readFrame, readFrozenWal, readOrEmpty } from './wal-state.ts'

export interface TornParts {
  readonly tail: 'kept' | 'cut' | 'zeroed' | 'garbled'
  /** Frames of this run of the log that were written and not synced. */
  readonly unsyncedFrames: number
  /** Pages of the database that were torn in the middle of a checkpoint. */
  readonly pages: number
  readonly index: 'kept' | 'removed' | 'garbled'
  /** Files of unfinished uploads that were cut or removed. */
  readonly staged: number
}

export function tearCopy(folder: string, random: RandomNumbers): TornParts {
  const wal = readFrozenWal(folder)
  const torn = wal === undefined ? nothing : tearDatabase(folder, wal, random)
  return { ...torn, index: tearIndex(folder, random), staged: tearStaged(folder, random) }
}

const nothing = { tail: 'kept', unsyncedFrames: 0, pages: 0 } as const

function tearDatabase(folder: string, frozen: FrozenWal, random: RandomNumbers) {
  const file = join(folder, 'svc.db-wal')
  const bytes = readOrEmpty(file)
  const wal = isWritingPages(folder, bytes, frozen)
    ? { ...frozen, syncedFrames: Math.max(frozen.syncedFrames, frozen.beingCopiedFrames) }
    : frozen
  const unsyncedFrames = countUnsynced(bytes, wal)
  const pages = tearPages(folder, bytes, wal, random)
  const tail = pick(random, ['kept', 'cut', 'zeroed', 'garbled'] as const)
  tearTail(file, bytes, { tail, wal, unsyncedFrames }, random)
  return { tail, unsyncedFrames, pages }
}

/**
 * A checkpoint says how far it will copy, then syncs the log, then writes its pages in the order of their numbers. So
 * the log is synced that far once the first of them is in the database.
 */
function isWritingPages(folder: string, log: Buffer, wal: FrozenWal): boolean {
  const newest = new Map<number, Buffer>()
  for (let frame = wal.copiedFrames; frame < wal.beingCopiedFrames; frame += 1) {
    const { page, content } = readFrame(log, wal, frame)
    newest.set(page, content)
  }
  const first = Math.min(...newest.keys())
  const database = readOrEmpty(join(folder, 'svc.db'))
  const inDatabase = database.subarray((first - 1) * wal.pageBytes, first * wal.pageBytes)
  return newest.get(first)?.equals(inDatabase) === true
}

function countUnsynced(log: Buffer, wal: FrozenWal): number {
  let count = 0
  for (;;) {
    const start = frameStart(wal, wal.syncedFrames + count)
    if (!log.subarray(start + 8, start + 16).equals(wal.salt)) return count
    count += 1
  }
}

interface Tail extends Pick<TornParts, 'tail' | 'unsyncedFrames'> {
  readonly wal: FrozenWal
}

/** Tears at a random byte of the frames that were not synced, or just behind the last frame that was. */
function tearTail(
  file: string,
  log: Buffer,
  { tail, wal, unsyncedFrames }: Tail,
  random: RandomNumbers,
) {
  const synced = frameStart(wal, wal.syncedFrames)
  const written = frameStart(wal, wal.syncedFrames + unsyncedFrames)
  const from = Math.min(log.length, synced + Math.floor(random() * (written - synced + 1)))
  if (tail === 'kept' || log.length <= synced) return
  if (tail === 'cut') return truncateSync(file, from)
  const rest = log.subarray(from, Math.max(from, written))
  if (tail === 'zeroed') rest.fill(0)
  else for (let index = 0; index < rest.length; index += 1) rest[index] = Math.floor(random() * 256)
  writeFileSync(file, log)
}

/**
 * Zeroes the second half of pages that a checkpoint was writing, or had written without a sync: the log has them whole.
 */
function tearPages(folder: string, log: Buffer, wal: FrozenWal, random: RandomNumbers): number {
  const file = join(folder, 'svc.db')
  const database = readOrEmpty(file)
  const torn = new Set<number>()
  const until = Math.min(wal.beingCopiedFrames, wal.syncedFrames)
  for (let frame = 0; frame < until; frame += 1) {
    const { page } = readFrame(log, wal, frame)
    if (random() < 0.5) torn.add(page)
  }
  for (const page of torn) {
    const half = (page - 0.5) * wal.pageBytes
    if (half + wal.pageBytes / 2 <= database.length)
      database.fill(0, half, half + wal.pageBytes / 2)
  }
  if (torn.size > 0) writeFileSync(file, database)
  return torn.size
}

/** The index is memory that is shared through a file; the disk may have any state of it, or none. */
function tearIndex(folder: string, random: RandomNumbers): TornParts['index'] {
  const file = join(folder, 'svc.db-shm')
  const index = pick(random, ['kept', 'removed', 'garbled'] as const)
  if (index === 'removed') rmSync(file, { force: true })
  if (index === 'garbled') writeFileSync(file, Buffer.alloc(32_768, Math.floor(random() * 256)))
  return index
}

function tearStaged(folder: string, random: RandomNumbers): number {
  const staging = join(folder, 'staging')
  if (!existsSync(staging)) return 0
  const files = readdirSync(staging).map((name) => join(staging, name))
  const torn = files.filter(() => random() < 0.5)
  for (const file of torn) {
    if (random() < 0.5) rmSync(file, { recursive: true })
    else truncateSync(file, Math.floor(random() * 1000))
  }
  return torn.length
}
