// Lists the copies of the database that migrations and upgrades left in the data folder, and the data folders that
// restores moved aside, with the master key that each opens with. Such a copy still holds the wrapped data keys of
// verifications that were erased since.

import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { databaseEntry } from '../../backup/backup-format.ts'
import { movedAsideAt } from '../../backup/moved-aside.ts'
import { findInstance } from '../../db/instance.ts'
import { examineDatabase } from '../../db/sqlite/examine-database.ts'

export interface KeptCopy {
  /** A database, or a data folder. */
  readonly file: string
  readonly madeAt: number
  readonly bytes: number
  /** Fingerprint of the master key that it opens with; undefined if the file cannot be read. */
  readonly masterKeyId: string | undefined
}

/** Oldest first. @param dataDir the data folder, whose folder `backups` has the copies */
export async function listKeptCopies(dataDir: string): Promise<readonly KeptCopy[]> {
  const copies = await Promise.all([
    ...filesIn(join(dataDir, 'backups'))
      .filter((file) => file.endsWith('.db'))
      .map((file) => lookAt({ file, database: file })),
    ...filesIn(dirname(dataDir)).flatMap((file) => {
      const madeAt = movedAsideAt(basename(file), basename(dataDir))
      const database = join(file, databaseEntry)
      return madeAt === undefined || !existsSync(database) ? [] : lookAt({ file, database, madeAt })
    }),
  ])
  return copies.toSorted((one, other) => one.madeAt - other.madeAt)
}

/** None in a folder that is missing, or that this user may not list. */
function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name))
  } catch {
    return []
  }
}

interface FoundCopy {
  readonly file: string
  readonly database: string
  /** Default: when the database was written last. */
  readonly madeAt?: number
}

async function lookAt({ file, database, madeAt }: FoundCopy): Promise<KeptCopy> {
  const { mtimeMs, size } = statSync(database)
  const masterKeyId = await readMasterKeyId(database).catch(() => undefined)
  return { file, madeAt: madeAt ?? Math.floor(mtimeMs), bytes: size, masterKeyId }
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
