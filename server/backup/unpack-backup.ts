// Unpacks a backup into an empty folder: decrypts, compares hashes with the manifest, and writes the database and the
// images that it refers to. Restores and deep verifications use it.

import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { findDamageOf } from '../db/sqlite/database-copy.ts'
import { alteredBackup, BackupError, backupErrorOf } from './backup-error.ts'
import {
  type BackupManifest,
  backupName,
  databaseEntry,
  formatOf,
  manifestEntry,
  parseManifest,
} from './backup-format.ts'
import { decryptWith } from './envelope/age-stream.ts'
import { hashing } from './file-chunks.ts'
import { formatVersion } from './format-version.ts'
import { type ImageUnpacking, prepareImages } from './packs/unpack-images.ts'
import type { BackupTarget } from './places/backup-target.ts'
import { type TarEntry, unpackTar } from './tar/tar-stream.ts'
import { writeSynced } from './write-synced.ts'

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
  /**
   * Compares the hash of the database and of each whole pack, too, and not only of the pack's header where the manifest
   * has that. The manifest is in one encrypted file with the database, so who could alter one could alter both.
   */
  readonly hashesAll: boolean
  /** Packs with fewer bytes together are unpacked without threads; a test makes it small. */
  readonly threadBytesMin?: number
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
  /** Makes the images durable, which a copy that is thrown away need not be. */
  sync(): Promise<void>
}

const manifestBytesMax = 64_000_000

/** @throws BackupError; what was written so far stays in the folder */
export async function unpackBackup(order: UnpackOrder): Promise<UnpackedBackup> {
  const damaged = new AbortController()
  const signal = AbortSignal.any([order.signal, damaged.signal])
  let preparing: ImageUnpacking | undefined
  let isDatabaseThere = false
  let early: UnpackProgress | undefined
  const onProgress = (progress: UnpackProgress) => {
    if (isDatabaseThere) order.onProgress?.(progress)
    else early = progress
  }
  try {
    const { manifest, unpacking } = await unpackDatabase(order, (manifest) => {
      preparing = prepareImages({ ...order, onProgress, signal }, manifest)
      return preparing
    })
    isDatabaseThere = true
    if (early !== undefined) onProgress(early)
    const running = unpacking.run()
    // It is thrown where it is awaited, which may be after the check.
    running.catch(() => {})
    // The check keeps this thread busy, and messages to the others would wait for its end.
    await turnOfTheLoop()
    try {
      // Here, while threads unpack the images.
      assertSound(join(order.folder, databaseEntry))
    } catch (error) {
      damaged.abort()
      await running.catch(() => {})
      throw error
    }
    const { files, assertReferred, sync } = await running
    assertReferred()
    assertAll(manifest, files.length)
    return { manifest, images: files.length, sync }
  } finally {
    await preparing?.close()
  }
}

/** @throws BackupError `incomplete` */
function assertAll(manifest: BackupManifest, images: number): void {
  const expected = (manifest.rows.images ?? 0) - manifest.missing_images
  if (images >= expected) return
  throw new BackupError('incomplete', `${expected - images} images are in none of the packs.`)
}

/** @throws BackupError `database_damaged` */
function assertSound(databaseFile: string): void {
  if (isSound(databaseFile)) return
  throw new BackupError('database_damaged', 'The database in the backup is damaged.')
}

function isSound(databaseFile: string): boolean {
  try {
    return findDamageOf(databaseFile).length === 0
  } catch (error) {
    // SQLite does not get through a database whose first pages are damaged.
    if (backupErrorOf(error).reason === 'database_damaged') return false
    throw error
  }
}

/** @param prepare called with the manifest, before the database is written */
async function unpackDatabase(
  order: UnpackOrder,
  prepare: (manifest: BackupManifest) => ImageUnpacking,
): Promise<{ readonly manifest: BackupManifest; readonly unpacking: ImageUnpacking }> {
  const { target, file, identities, folder, onProgress, signal } = order
  let begun: { manifest: BackupManifest; unpacking: ImageUnpacking } | undefined
  let isThere = false
  for await (const entry of unpackTar(decryptWith(identities, target.read(file)))) {
    if (entry.name === manifestEntry && begun === undefined) {
      const manifest = await readManifest(entry)
      await assertFits(order, manifest)
      begun = { manifest, unpacking: prepare(manifest) }
      continue
    }
    if (entry.name !== databaseEntry || begun === undefined) continue
    const { bytes: total, sha256 } = begun.manifest.database
    const hashed = order.hashesAll ? hashing(entry.content) : undefined
    const report = (done: number) => onProgress?.({ stage: 'database', done, total })
    const content = watched(hashed?.content ?? entry.content, signal, report)
    if (entry.bytes !== total) throw alteredBackup()
    await writeSynced(join(folder, databaseEntry), content)
    if (hashed !== undefined && hashed.result().sha256 !== sha256) throw alteredBackup()
    isThere = true
  }
  if (begun === undefined || !isThere) throw alteredBackup()
  return begun
}

async function readManifest(entry: TarEntry): Promise<BackupManifest> {
  if (entry.bytes > manifestBytesMax) throw alteredBackup()
  const parts: Uint8Array[] = []
  for await (const part of entry.content) parts.push(part)
  const text = Buffer.concat(parts).toString('utf8')
  try {
    return parseManifest(text)
  } catch {
    const format = formatOf(text)
    if (format !== undefined && format > formatVersion) throw newer(`format ${format}`)
    throw alteredBackup()
  }
}

/** Refuses before anything large is written. */
async function assertFits(order: UnpackOrder, manifest: BackupManifest): Promise<void> {
  if (manifest.format > formatVersion) throw newer(`format ${manifest.format}`)
  if (manifest.schema_version > order.schemaVersionMax) {
    throw newer(`schema version ${manifest.schema_version}`)
  }
  if (!order.file.startsWith(backupName(manifest.started_at, ''))) {
    throw new BackupError(
      'damaged',
      `${order.file} is the backup of ${manifest.started_at.slice(0, 19)}Z under another name: somebody may have put an older one in its place. To restore it all the same, give it the name of its own time.`,
    )
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

function newer(what: string): BackupError {
  return new BackupError(
    'newer_release',
    `A newer release of svc made this backup (${what}). Install that release, then restore.`,
  )
}
