// Facts about backups, for the checks.

import { readBackupStatus, readLastTrial } from '../backup/read-backup-status.ts'
import { findInstance } from '../db/instance.ts'
import type { TablesScene } from './doctor-scene.ts'

export interface BackupFacts {
  /** Interval of the schedule; 0 if backups are made by command only. */
  readonly everyMs: number
  /** When the last backup that succeeded began; undefined if none did. */
  readonly lastSuccessAt: number | undefined
  /** No backup was made yet, and none is due yet. */
  readonly isWaiting: boolean
}

/** When a backup was last restored and compared; undefined if none was. */
export interface RestoreTestFacts {
  readonly lastVerifiedAt: number | undefined
}

/** Returns undefined without a place for backups. */
export async function readBackupFacts(scene: TablesScene): Promise<BackupFacts | undefined> {
  const { config } = scene
  if (config.backup === undefined || config.backupRecipient === undefined) return undefined
  const instance = await findInstance(scene.db.reader)
  const nowMs = scene.clock.now()
  const since = instance?.createdAt ?? nowMs
  const status = await readBackupStatus(scene.db.reader, config, { since, nowMs })
  const { everyMs } = config.backup
  return { everyMs, lastSuccessAt: status.lastSuccessAt, isWaiting: status.state === 'waiting' }
}

/** Returns undefined without a place for backups. */
export async function readRestoreTestFacts({
  config,
  db,
}: TablesScene): Promise<RestoreTestFacts | undefined> {
  if (config.backup === undefined) return undefined
  return { lastVerifiedAt: await readLastTrial(db.reader) }
}
