// Unpacks packs of images into the folder of images, one after another: decrypts, compares with the manifest, and
// writes the images that the database refers to. Nothing is synced yet.

import { createHash } from 'node:crypto'
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { CopiedDatabase } from '../../db/sqlite/database-copy.ts'
import { hasCode } from '../../kernel/has-code.ts'
import { alteredBackup } from '../backup-error.ts'
import type { PackReference } from '../backup-format.ts'
import type { Envelope } from '../envelope/age-envelope.ts'
import { decryptWith } from '../envelope/age-stream.ts'
import { hashing } from '../file-chunks.ts'
import type { BackupTarget } from '../places/backup-target.ts'
import { type TarEntry, unpackTar } from '../tar/tar-stream.ts'

interface PackNeeds {
  readonly target: Pick<BackupTarget, 'read'>
  /** Secret keys, or the envelope of this pack. */
  readonly keys: readonly string[] | Envelope
  /** The database that was unpacked from the backup. */
  readonly copy: Pick<CopiedDatabase, 'hasImage'>
  /** Folder of the images. */
  readonly root: string
  /** See `unpackBackup`. */
  readonly hashesAll: boolean
}

const imageEntry = /^images\/(\d{4}-\d\d-\d\d\/[a-z]+_[0-9a-z]+)$/

/**
 * Returns the files that were written.
 * @throws BackupError `damaged`, `wrong_identity`, `not_found`
 */
export async function unpackPack(
  { target, keys, copy, root, hashesAll }: PackNeeds,
  pack: PackReference,
): Promise<readonly string[]> {
  const { content, onHeader, assertSame } = comparing(pack, target.read(pack.name), hashesAll)
  const written: string[] = []
  const folders = new Set<string>()
  for await (const entry of unpackTar(decryptWith(keys, content, onHeader))) {
    const image = imageEntry.exec(entry.name)?.[1]
    // A pack may hold images that were erased before this backup was made.
    if (image === undefined || !copy.hasImage(image)) continue
    const file = join(root, image)
    const folder = dirname(file)
    if (!folders.has(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 })
    folders.add(folder)
    if (await writeImage(file, entry)) written.push(file)
  }
  assertSame()
  return written
}

/**
 * Compares a pack with its hashes in the manifest. That of the header is enough for a pack that is decrypted to its end
 * (age-stream.ts); all of it is hashed if asked, and if the manifest has no other.
 */
function comparing(pack: PackReference, content: AsyncIterable<Uint8Array>, hashesAll: boolean) {
  const isKnown = pack.header_sha256 !== undefined
  const whole = hashesAll || !isKnown ? hashing(content) : undefined
  const header = createHash('sha256')
  return {
    content: whole?.content ?? content,
    onHeader: (beginning: Uint8Array) => void header.update(beginning),
    /** @throws BackupError `damaged` */
    assertSame() {
      if (isKnown && header.digest('hex') !== pack.header_sha256) throw alteredBackup()
      if (whole !== undefined && whole.result().sha256 !== pack.sha256) throw alteredBackup()
    },
  }
}

/**
 * Returns whether it was written: an image may be in a second pack too. Writes synchronously: the thread has nothing
 * else to do, and small files take several times as long otherwise.
 */
async function writeImage(file: string, { content }: TarEntry): Promise<boolean> {
  const descriptor = openNew(file)
  if (descriptor === undefined) return false
  try {
    for await (const piece of content) {
      for (let at = 0; at < piece.length; ) at += writeSync(descriptor, piece, at)
    }
  } finally {
    closeSync(descriptor)
  }
  return true
}

function openNew(file: string): number | undefined {
  try {
    return openSync(file, 'wx', 0o600)
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return undefined
    throw error
  }
}
