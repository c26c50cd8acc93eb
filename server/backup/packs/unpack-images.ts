// Writes the images of a backup, those of a large one in threads, which begin before the database is there if every
// image in the packs is one of the database. What is written is synced at once, after each pack and when it is asked
// for at the end.

import { mkdirSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { openCopy } from '../../db/sqlite/database-copy.ts'
import { syncFolder } from '../../kernel/sync.ts'
import { syncFileSystem } from '../../kernel/sync-file-system.ts'
import { alteredBackup } from '../backup-error.ts'
import {
  type BackupManifest,
  databaseEntry,
  imagesFolder,
  type PackReference,
} from '../backup-format.ts'
import type { BackupTarget } from '../places/backup-target.ts'
import { unpackPack } from './unpack-pack.ts'
import {
  type OnPack,
  startUnpackThreads,
  type ThreadsWatch,
  type UnpackThreads,
} from './unpack-threads.ts'

interface ImagesOrder {
  readonly target: BackupTarget
  readonly identities: readonly string[]
  /** Holds the unpacked database once the images are run; `images` is made in it. */
  readonly folder: string
  /** See `unpackBackup`. */
  readonly hashesAll: boolean
  /** Packs with fewer bytes together are unpacked without threads. Default: 64 MB. */
  readonly threadBytesMin?: number | undefined
  /** A test sets it. Default: those of this machine. */
  readonly processors?: number | undefined
  readonly onProgress?:
    | ((progress: { stage: 'images'; done: number; total: number }) => void)
    | undefined
  readonly signal: AbortSignal
}

export interface ImageUnpacking {
  /** Call it once the database is in the folder. @throws BackupError */
  run(): Promise<WrittenImages>
  /** Ends threads, whatever they are doing. */
  close(): Promise<void>
}

interface WrittenImages {
  readonly files: readonly string[]
  /**
   * Compares with the database, once that is known to be sound, what was written without asking it.
   * @throws BackupError
   */
  assertReferred(): void
  /** Makes them durable, and all that was written to the folder before them. */
  sync(): Promise<void>
}

const threadBytesDefault = 64_000_000
/** Files that are synced at the same time where they cannot be synced all at once. */
const syncsAtOnce = 16

/**
 * Starts the threads of a large backup, so that they are ready once the database is there. They begin at once where
 * each image in the packs is one of the database.
 */
export function prepareImages(order: ImagesOrder, manifest: BackupManifest): ImageUnpacking {
  const { threadBytesMin = threadBytesDefault } = order
  const { packs } = manifest
  const bytes = packs.reduce((sum, pack) => sum + pack.bytes, 0)
  const threads = bytes < threadBytesMin ? undefined : startUnpackThreads(order, packs)
  const { promise: database, resolve: databaseIsThere } = Promise.withResolvers<void>()
  const unpack = (asksDatabase: boolean) =>
    unpackImages(order, { manifest, threads, asksDatabase, database })
  const early = threads !== undefined && packsMatchDatabase(manifest) ? unpack(false) : undefined
  // It is thrown where the images are run.
  early?.catch(() => {})
  return {
    async run() {
      databaseIsThere()
      return early ?? unpack(true)
    },
    async close() {
      await threads?.close()
      databaseIsThere()
      await Promise.allSettled([early])
    },
  }
}

/** Each image of the database that was not missing is in a pack, so equal counts mean that no other image is in one. */
function packsMatchDatabase({ packs, rows, missing_images: missing }: BackupManifest): boolean {
  const packed = packs.reduce((sum, { images }) => sum + images, 0)
  return packed === (rows.images ?? 0) - missing
}

/** @throws BackupError `damaged` for a manifest whose counts are wrong */
function assertReferred(folder: string, files: readonly string[]): void {
  const copy = openCopy(join(folder, databaseEntry))
  const root = join(folder, imagesFolder)
  try {
    if (!files.every((file) => copy.hasImage(relative(root, file)))) throw alteredBackup()
  } finally {
    copy.close()
  }
}

interface Unpacking extends Pick<ThreadsWatch, 'asksDatabase' | 'database'> {
  readonly manifest: BackupManifest
  readonly threads: UnpackThreads | undefined
}

async function unpackImages(
  order: ImagesOrder,
  { manifest, threads, ...unpacking }: Unpacking,
): Promise<WrittenImages> {
  const { folder, signal, onProgress } = order
  const total = manifest.rows.images ?? 0
  const root = join(folder, imagesFolder)
  mkdirSync(root, { mode: 0o700 })
  const written: string[] = []
  const onPack = (files: readonly string[]) => {
    for (const file of files) written.push(file)
    onProgress?.({ stage: 'images', done: written.length, total })
  }
  signal.throwIfAborted()
  if (threads === undefined) await unpackHere(order, { packs: manifest.packs, root, onPack })
  else await unpackSyncing(threads, { ...unpacking, root, onPack })
  return {
    files: written,
    assertReferred() {
      if (!unpacking.asksDatabase) assertReferred(folder, written)
    },
    sync: () => syncWritten(root, written),
  }
}

async function unpackHere(
  { target, identities, folder, hashesAll, signal }: ImagesOrder,
  {
    packs,
    root,
    onPack,
  }: { readonly packs: readonly PackReference[]; readonly root: string; readonly onPack: OnPack },
): Promise<void> {
  const copy = openCopy(join(folder, databaseEntry))
  try {
    for (const pack of packs) {
      signal.throwIfAborted()
      onPack(await unpackPack({ target, keys: identities, copy, root, hashesAll }, pack))
    }
  } finally {
    copy.close()
  }
}

/**
 * Has the disk write what is there while more is unpacked: the end waits for less, and a server that commits on the
 * same disk never waits for all images at once.
 */
async function unpackSyncing(
  threads: UnpackThreads,
  { root, onPack, ...watch }: ThreadsWatch & { readonly root: string },
): Promise<void> {
  let syncing: Promise<unknown> | undefined
  const syncAfter: OnPack = (files) => {
    onPack(files)
    syncing ??= syncFileSystem(root).finally(() => {
      syncing = undefined
    })
  }
  try {
    await threads.run({ ...watch, onPack: syncAfter })
  } finally {
    await syncing
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
