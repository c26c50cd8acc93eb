// Unpacks packs of images into the folder of images, one after another: decrypts, hashes, and writes the images that
// the database refers to. Nothing is synced yet.

import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { CopiedDatabase } from '../db/sqlite/database-copy.ts'
import type { Envelope } from './age-envelope.ts'
import { decryptWith } from './age-stream.ts'
import { alteredBackup } from './backup-error.ts'
import type { PackReference } from './backup-format.ts'
import type { BackupTarget } from './backup-target.ts'
import { hashing } from './file-chunks.ts'
import { type TarEntry, unpackTar } from './tar-stream.ts'

interface PackNeeds {
  readonly target: Pick<BackupTarget, 'read'>
  /** Secret keys, or the envelope of this pack. */
  readonly keys: readonly string[] | Envelope
  /** The database that was unpacked from the backup. */
  readonly copy: Pick<CopiedDatabase, 'hasImage'>
  /** Folder of the images. */
  readonly root: string
}

const imageEntry = /^images\/(\d{4}-\d\d-\d\d\/[a-z]+_[0-9a-z]+)$/

/**
 * Returns the files that were written.
 * @throws BackupError `damaged`, `wrong_identity`, `not_found`
 */
export async function unpackPack(
  { target, keys, copy, root }: PackNeeds,
  pack: PackReference,
): Promise<readonly string[]> {
  const hashed = hashing(target.read(pack.name))
  const written: string[] = []
  const folders = new Set<string>()
  for await (const entry of unpackTar(decryptWith(keys, hashed.content))) {
    const image = imageEntry.exec(entry.name)?.[1]
    // A pack may hold images that were erased before this backup was made.
    if (image === undefined || !copy.hasImage(image)) continue
    const file = join(root, image)
    const folder = dirname(file)
    if (!folders.has(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 })
    folders.add(folder)
    await writeImage(file, entry)
    written.push(file)
  }
  if (hashed.result().sha256 !== pack.sha256) throw alteredBackup()
  return written
}

/** Writes synchronously: the thread has nothing else to do, and small files take several times as long otherwise. */
async function writeImage(file: string, { content }: TarEntry): Promise<void> {
  const descriptor = openSync(file, 'wx', 0o600)
  try {
    for await (const piece of content) {
      for (let at = 0; at < piece.length; ) at += writeSync(descriptor, piece, at)
    }
  } finally {
    closeSync(descriptor)
  }
}
