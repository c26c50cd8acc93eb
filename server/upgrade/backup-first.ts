// The backup that every upgrade begins with: the one place that says which it is.

import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { copyBeforeMigration } from '../db/migrate.ts'
import { openDb } from '../db/open-db.ts'

interface BackupOrder {
  readonly dataDir: string
  /** Whether the new release will make a copy itself, right before its migrations. */
  readonly copiesItself: boolean
  readonly nowMs: number
}

/** Folder of the copies in a data folder. */
export function copiesFolder(dataDir: string): string {
  return join(dataDir, 'backups')
}

/**
 * Makes a copy of the database in the data folder, unless the new release makes one right before it changes the schema.
 * Images need no copy: neither an upgrade nor a rollback touches them.
 */
export async function backUpFirst({ dataDir, copiesItself, nowMs }: BackupOrder): Promise<void> {
  const file = join(dataDir, 'svc.db')
  if (copiesItself || !existsSync(file)) return
  mkdirSync(copiesFolder(dataDir), { recursive: true, mode: 0o700 })
  const db = openDb(file)
  try {
    copyBeforeMigration(db.raw, join(copiesFolder(dataDir), `before-upgrade-${nowMs}.db`))
  } finally {
    await db.close()
  }
}
