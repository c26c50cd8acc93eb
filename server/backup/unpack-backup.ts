// Unpacks a backup into an empty folder: decrypts, compares every hash with the manifest, and writes the database and
// the images that it refers to. Restores and deep verifications use it.

import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdir, open, readdir, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type CopiedDatabase, openCopy } from '../db/database-copy.ts'
import { syncFolder } from '../kernel/sync-folder.ts'
import { decryptWith } from './age-stream.ts'
import { BackupError } from './backup-error.ts'
import {
  type BackupManifest,
  databaseEntry,
  formatOf,
  formatVersion,
  manifestEntry,
  type PackReference,
  parseManifest,
} from './backup-format.ts'
import type { BackupTarget } from './backup-target.ts'
import { hashing } from './file-chunks.ts'
import { type TarEntry, unpackTar } from './tar-stream.ts'

interface UnpackOrder {
  readonly target: BackupTarget
  /** The encrypted file, `….age`. */
  readonly file: string
  readonly identities: readonly string[]
  /** Empty; the database and `images/` are written into it. */
  readonly folder: string
  /** Fingerprints of the master keys at hand, the one in use first. */
  readonly masterKeyIds: readonly string[]
  /** The newest schema that this release knows. */
  readonly schemaVersionMax: number
  readonly onProgress?: ((progress: UnpackProgress) => void) | undefined
  readonly signal: AbortSignal
}

export interface UnpackProgress {
  readonly stage: 'database' | 'images'
  readonly done: number
  readonly total: number
}

interface UnpackedBackup {
  readonly manifest: BackupManifest
  /** Images written. */
  readonly images: number
}

const manifestBytesMax = 64_000_000
/** Image files that are synced at the same time. */
const syncsAtOnce = 16

/** @throws BackupError; what was written so far stays in the folder */
export async function unpackBackup(order: UnpackOrder): Promise<UnpackedBackup> {
  const manifest = await unpackDatabase(order)
  const copy = openCopy(join(order.folder, databaseEntry))
  try {
    const damage = copy.findDamage()
    if (damage.length > 0) {
      throw new BackupError('database_damaged', 'The database in the backup is damaged.')
    }
    const images = await unpackImages(order, manifest, copy)
    const expected = (manifest.rows.images ?? 0) - manifest.missing_images
    if (images < expected) {
      throw new BackupError('incomplete', `${expected - images} images are in none of the packs.`)
    }
    return { manifest, images }
  } finally {
    copy.close()
  }
}

async function unpackDatabase(order: UnpackOrder): Promise<BackupManifest> {
  const { target, file, identities, folder, onProgress, signal } = order
  let manifest: BackupManifest | undefined
  let isThere = false
  for await (const entry of unpackTar(decryptWith(identities, target.read(file)))) {
    if (entry.name === manifestEntry && manifest === undefined) {
      manifest = await readManifest(entry)
      await assertFits(order, manifest)
      continue
    }
    if (entry.name !== databaseEntry || manifest === undefined) continue
    const total = manifest.database.bytes
    const hashed = hashing(entry.content)
    const report = (done: number) => onProgress?.({ stage: 'database', done, total })
    await writeSynced(join(folder, databaseEntry), watched(hashed.content, signal, report))
    if (hashed.result().sha256 !== manifest.database.sha256) throw altered()
    isThere = true
  }
  if (manifest === undefined || !isThere) throw altered()
  return manifest
}

async function readManifest(entry: TarEntry): Promise<BackupManifest> {
  if (entry.bytes > manifestBytesMax) throw altered()
  const parts: Uint8Array[] = []
  for await (const part of entry.content) parts.push(part)
  const text = Buffer.concat(parts).toString('utf8')
  try {
    return parseManifest(text)
  } catch {
    const format = formatOf(text)
    if (format !== undefined && format > formatVersion) throw newer(`format ${format}`)
    throw altered()
  }
}

/** Refuses before anything large is written. */
async function assertFits(order: UnpackOrder, manifest: BackupManifest): Promise<void> {
  if (manifest.format > formatVersion) throw newer(`format ${manifest.format}`)
  if (manifest.schema_version > order.schemaVersionMax) {
    throw newer(`schema version ${manifest.schema_version}`)
  }
  if (!order.masterKeyIds.includes(manifest.master_key)) {
    throw new BackupError(
      'wrong_master_key',
      `The backup needs the master key with fingerprint ${manifest.master_key}; the one in use has ${order.masterKeyIds[0] ?? 'not been found'}. Put the right key in place from your escrow copy, or name its file in SVC_MASTER_KEY_PREVIOUS_FILE. Nothing was changed.`,
    )
  }
  const { bavail, bsize } = await statfs(order.folder)
  const needed = manifest.packs.reduce((sum, { bytes }) => sum + bytes, manifest.database.bytes)
  if (bavail * bsize > needed) return
  throw new BackupError(
    'disk_low',
    `The backup needs ${Math.ceil(needed / 1e6)} MB, and the disk has ${Math.floor((bavail * bsize) / 1e6)} MB free.`,
  )
}

async function unpackImages(
  order: UnpackOrder,
  manifest: BackupManifest,
  copy: CopiedDatabase,
): Promise<number> {
  const total = manifest.rows.images ?? 0
  const root = join(order.folder, 'images')
  await mkdir(root, { mode: 0o700 })
  let written = 0
  for (const pack of manifest.packs) {
    order.signal.throwIfAborted()
    written += await unpackPack(order, pack, { root, copy })
    order.onProgress?.({ stage: 'images', done: written, total })
  }
  for (const day of await readdir(root)) await syncFolder(join(root, day))
  await syncFolder(root)
  return written
}

const imageEntry = /^images\/(\d{4}-\d\d-\d\d\/[a-z]+_[0-9a-z]+)$/

async function unpackPack(
  { target, identities }: UnpackOrder,
  pack: PackReference,
  { root, copy }: { readonly root: string; readonly copy: CopiedDatabase },
): Promise<number> {
  const digest = createHash('sha256')
  const content = hashInto(target.read(pack.name), digest)
  const written: string[] = []
  for await (const entry of unpackTar(decryptWith(identities, content))) {
    const image = imageEntry.exec(entry.name)?.[1]
    // A pack may hold images that were erased before this backup was made.
    if (image === undefined || !copy.hasImage(image)) continue
    const file = join(root, image)
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(file, await collect(entry), { mode: 0o600 })
    written.push(file)
  }
  if (digest.digest('hex') !== pack.sha256) throw altered()
  await syncAll(written)
  return written.length
}

/** Syncs the files of a pack together: the file system puts many into one step of its journal. */
async function syncAll(files: readonly string[]): Promise<void> {
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
}

async function* hashInto(
  content: AsyncIterable<Uint8Array>,
  digest: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    digest.update(chunk)
    yield chunk
  }
}

async function collect(entry: TarEntry): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of entry.content) parts.push(part)
  return Buffer.concat(parts)
}

async function writeSynced(
  file: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const handle = await open(file, 'w', 0o600)
  try {
    for await (const chunk of content) await handle.writeFile(chunk)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function* watched(
  content: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  report: (done: number) => void,
): AsyncGenerator<Uint8Array> {
  let done = 0
  for await (const chunk of content) {
    signal.throwIfAborted()
    yield chunk
    done += chunk.length
    report(done)
  }
}

function altered(): BackupError {
  return new BackupError(
    'damaged',
    'The backup is not what its manifest says: it was damaged or altered. Take another one (svc backup list).',
  )
}

function newer(what: string): BackupError {
  return new BackupError(
    'newer_release',
    `A newer release of svc made this backup (${what}). Install that release, then restore.`,
  )
}
