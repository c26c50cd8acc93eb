// Puts the copy that was made before a migration in the place of the database. The database itself is kept beside the
// copy.

import { copyFileSync, existsSync, linkSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { syncNow } from '../../kernel/sync.ts'
import { openConnection } from './connection.ts'

/** Returns the newest copy that was made of a database of this schema version. */
export function findMigrationCopy(folder: string, version: number): string | undefined {
  if (!existsSync(folder)) return undefined
  const shape = new RegExp(`^before-migration-from-${version}-(\\d+)\\.db$`)
  const copies = readdirSync(folder)
    .map((name) => ({ name, at: Number(shape.exec(name)?.[1]) }))
    .filter(({ at }) => at > 0)
    .sort((one, other) => one.at - other.at)
  const newest = copies.at(-1)
  return newest && join(folder, newest.name)
}

interface PuttingBack {
  readonly database: string
  readonly copy: string
  /** Where the database goes; on the same disk. */
  readonly keptAs: string
}

/**
 * No process may have the database open. A crash in between leaves the database or the copy in its place, never a
 * mixture.
 */
export function putBackCopy({ database, copy, keptAs }: PuttingBack): void {
  const part = `${database}.part`
  copyFileSync(copy, part)
  syncNow(part)
  // Closing the last connection copies the write-ahead log into the database. A log that stayed would be applied to the
  // copy.
  openConnection(database).close()
  linkSync(database, keptAs)
  for (const end of ['-wal', '-shm']) rmSync(`${database}${end}`, { force: true })
  renameSync(part, database)
  syncNow(dirname(database))
}
