// Lists the copies of the database that migrations and upgrades left in the data folder, and the master key that each
// opens with. Such a copy still holds the wrapped data keys of verifications that were erased since.

import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { findInstance } from '../../db/instance.ts'
import { examineDatabase } from '../../db/sqlite/examine-database.ts'

export interface KeptCopy {
  readonly file: string
  readonly madeAt: number
  readonly bytes: number
  /** Fingerprint of the master key that it opens with; undefined if the file cannot be read. */
  readonly masterKeyId: string | undefined
}

/** Oldest first. @param dataDir the data folder, whose folder `backups` has the copies */
export async function listKeptCopies(dataDir: string): Promise<readonly KeptCopy[]> {
  const folder = join(dataDir, 'backups')
  if (!existsSync(folder)) return []
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.db'))
    .map((name) => join(folder, name))
  const copies = await Promise.all(files.map(lookAt))
  return copies.toSorted((one, other) => one.madeAt - other.madeAt)
}

async function lookAt(file: string): Promise<KeptCopy> {
  const { mtimeMs, size } = statSync(file)
  const masterKeyId = await readMasterKeyId(file).catch(() => undefined)
  return { file, madeAt: Math.floor(mtimeMs), bytes: size, masterKeyId }
}

/** A connection that only reads leaves the files beside the database that it made. */
async function readMasterKeyId(file: string): Promise<string | undefined> {
  const made = ['-wal', '-shm'].map((end) => file + end).filter((beside) => !existsSync(beside))
  const copy = examineDatabase(file)
  try {
    return (await findInstance(copy.reader))?.masterKeyId
  } finally {
    await copy.close()
    for (const beside of made) rmSync(beside, { force: true })
  }
}
