// The backup that every upgrade begins with: the one place that says which it is.

import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openDb } from '../db/sqlite/open-db.ts'
import { copyBeforeMigration } from '../db/sqlite/sqlite-schema.ts'
import { UpgradeError } from './upgrade-error.ts'

interface FirstOrder {
  readonly dataDir: string
  /** Whether the new release will make a copy itself, right before its migrations. */
  readonly copiesItself: boolean
  readonly nowMs: number
  /** Makes a backup at the place that the settings name; undefined where they name none, or it is not wanted. */
  readonly backUp: (() => Promise<MadeBackup>) | undefined
  /** Runs `work` as the owner of the data folder. */
  asOwner<Result>(work: () => Promise<Result>): Promise<Result>
}

/** `fault`: what is wrong, in words. */
export type MadeBackup =
  | { readonly kind: 'made'; readonly name: string; readonly place: string }
  | { readonly kind: 'failed'; readonly fault: string }

/** `by_migration`: the new release copies the database right before it changes the schema. */
export type FirstBackup =
  | { readonly kind: 'backup'; readonly name: string; readonly place: string }
  | { readonly kind: 'copy'; readonly file: string }
  | { readonly kind: 'by_migration' | 'nothing' }

export function copiesFolder(dataDir: string): string {
  return join(dataDir, 'backups')
}

/**
 * Makes a backup with images at the place of the backups, where one is set. Otherwise copies the database to the data
 * folder, unless the new release does so right before it changes the schema: a rollback puts that copy back, because
 * no request came in between, and because this machine cannot decrypt its backups.
 * @throws UpgradeError if the backup fails; nothing has changed
 */
export async function backUpFirst(order: FirstOrder): Promise<FirstBackup> {
  const { dataDir, copiesItself, nowMs, backUp, asOwner } = order
  const database = join(dataDir, 'svc.db')
  if (!existsSync(database)) return { kind: 'nothing' }
  if (backUp !== undefined) {
    const made = await backUp()
    if (made.kind === 'made') return { ...made, kind: 'backup' }
    throw new UpgradeError(
      `The backup before the upgrade failed: ${made.fault} Nothing was changed. Mend it, or upgrade with a copy of the database alone: --copy-only`,
    )
  }
  if (copiesItself) return { kind: 'by_migration' }
  const file = join(copiesFolder(dataDir), `before-upgrade-${nowMs}.db`)
  await asOwner(() => copyTo(database, file))
  return { kind: 'copy', file }
}

async function copyTo(database: string, file: string): Promise<void> {
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 })
  const db = openDb(database)
  try {
    copyBeforeMigration(db.raw, file)
  } finally {
    await db.close()
  }
}

/** One line for whoever upgrades. */
export function firstBackupText(made: FirstBackup): string {
  switch (made.kind) {
    case 'backup':
      return `Backed up: ${made.name} in ${made.place}.`
    case 'copy':
      return `Copied the database to ${made.file}. It is on the same disk and has no images; it is no backup.`
    case 'by_migration':
      return 'The new release copies the database to the data folder right before it migrates it. That is no backup.'
    case 'nothing':
      return 'There is no database yet, so there is nothing to back up.'
  }
}
