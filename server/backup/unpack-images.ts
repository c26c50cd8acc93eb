// Writes the images of a backup, large backups in two threads: decrypting keeps one processor busy while the other
// creates files. What is written is synced at once, after each pack and at the end.

import { mkdirSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { openCopy } from '../db/sqlite/database-copy.ts'
import { syncFileSystem } from '../kernel/sync-file-system.ts'
import { syncFolder } from '../kernel/sync-folder.ts'
import { BackupError, backupErrorOf } from './backup-error.ts'
import { type BackupManifest, databaseEntry, type PackReference } from './backup-format.ts'
import type { BackupTarget } from './backup-target.ts'
import { unpackPack } from './unpack-pack.ts'
import type { FromUnpackThread, UnpackWork } from './unpack-work.ts'

interface ImagesOrder {
  readonly target: BackupTarget
  readonly identities: readonly string[]
  /** Holds the unpacked database; `images` is made in it. */
  readonly folder: string
  /** Packs with fewer bytes together are unpacked without threads. Default: 64 MB. */
  readonly threadBytesMin?: number | undefined
  readonly onProgress?:
    | ((progress: { stage: 'images'; done: number; total: number }) => void)
    | undefined
  readonly signal: AbortSignal
}

const threadsMax = 2
const threadBytesDefault = 64_000_000
/** Files that are synced at the same time where they cannot be synced all at once. */
const syncsAtOnce = 16

/** Returns the number of images written. Threads have started when it returns its promise. @throws BackupError */
export async function unpackImages(order: ImagesOrder, manifest: BackupManifest): Promise<number> {
  const { folder, signal, onProgress, threadBytesMin = threadBytesDefault } = order
  const total = manifest.rows.images ?? 0
  const root = join(folder, 'images')
  mkdirSync(root, { mode: 0o700 })
  const written: string[] = []
  const onPack = (files: readonly string[]) => {
    for (const file of files) written.push(file)
    onProgress?.({ stage: 'images', done: written.length, total })
  }
  signal.throwIfAborted()
  const bytes = manifest.packs.reduce((sum, pack) => sum + pack.bytes, 0)
  const packs = { packs: manifest.packs, root, onPack }
  if (bytes < threadBytesMin) await unpackHere(order, packs)
  else await unpackSyncing(order, packs)
  await syncWritten(root, written)
  return written.length
}

interface Packs {
  readonly packs: readonly PackReference[]
  readonly root: string
  readonly onPack: (files: readonly string[]) => void
}

async function unpackHere(
  { target, identities, folder, signal }: ImagesOrder,
  { packs, root, onPack }: Packs,
): Promise<void> {
  const copy = openCopy(join(folder, databaseEntry))
  try {
    for (const pack of packs) {
      signal.throwIfAborted()
      onPack(await unpackPack({ target, identities, copy, root }, pack))
    }
  } finally {
    copy.close()
  }
}

/**
 * Has the disk write what is there while more is unpacked: the end waits for less, and a server that commits on the same
 * disk never waits for all images at once.
 */
async function unpackSyncing(order: ImagesOrder, packs: Packs): Promise<void> {
  let syncing: Promise<unknown> | undefined
  const onPack = (files: readonly string[]) => {
    packs.onPack(files)
    syncing ??= syncFileSystem(packs.root).finally(() => {
      syncing = undefined
    })
  }
  try {
    await unpackInThreads(order, { ...packs, onPack })
  } finally {
    await syncing
  }
}

async function unpackInThreads(order: ImagesOrder, packs: Packs): Promise<void> {
  const failed = new AbortController()
  const signal = AbortSignal.any([order.signal, failed.signal])
  const shares = shareOut(packs.packs, Math.min(threadsMax, availableParallelism()))
  const threads = shares.map((share) =>
    runThread({ ...order, signal }, { ...packs, packs: share }).catch((error: unknown) => {
      failed.abort()
      throw error
    }),
  )
  const ends = await Promise.allSettled(threads)
  order.signal.throwIfAborted()
  // The first failure stops the other threads, whose own ends say nothing then.
  const errors = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
  const cause = errors.find((error) => error !== signal.reason)
  if (errors.length > 0) throw cause ?? errors[0]
}

/** The largest packs first, each to the thread with the least to do. */
function shareOut(packs: readonly PackReference[], threads: number): PackReference[][] {
  const shares = Array.from({ length: threads }, () => ({ bytes: 0, packs: [] as PackReference[] }))
  for (const pack of packs.toSorted((one, other) => other.bytes - one.bytes)) {
    const least = shares.reduce((best, one) => (one.bytes < best.bytes ? one : best))
    least.packs.push(pack)
    least.bytes += pack.bytes
  }
  return shares.map((share) => share.packs).filter((share) => share.length > 0)
}

async function runThread(
  { target, identities, folder, signal }: ImagesOrder,
  { packs, root, onPack }: Packs,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const databaseFile = join(folder, databaseEntry)
  const workerData: UnpackWork = { place: target.place, identities, databaseFile, root, packs }
  const worker = new Worker(new URL('./unpack-thread.ts', import.meta.url), { workerData })
  const stop = () => reject(signal.reason)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  worker.on('message', (message: FromUnpackThread) => {
    switch (message.kind) {
      case 'pack':
        return onPack(message.files)
      case 'done':
        return resolve()
      case 'failed':
        return reject(new BackupError(message.reason, message.message))
    }
  })
  worker.once('error', (error) => reject(backupErrorOf(error)))
  worker.once('exit', () => reject(new BackupError('failed', 'The thread of the restore ended.')))
  try {
    await promise
  } finally {
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}

async function syncWritten(root: string, files: readonly string[]): Promise<void> {
  if (files.length > syncsAtOnce && (await syncFileSystem(root))) return
  let next = 0
  const syncSome = async () => {
    for (let file = files[next]; file !== undefined; file = files[next]) {
      next += 1
      const handle = await open(file, 'r+')
      try {
        await handle.datasync()
      } finally {
        await handle.close()
      }
    }
  }
  await Promise.all(Array.from({ length: syncsAtOnce }, syncSome))
  for (const day of await readdir(root)) await syncFolder(join(root, day))
  await syncFolder(root)
}
