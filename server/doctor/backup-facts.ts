// Facts about backups, for the checks.

import type { BackupReason } from '../backup/backup-error.ts'
import { lookAtPlace } from '../backup/look-at-place.ts'
import { readBackupStatus, readLastTrial } from '../backup/read-backup-status.ts'
import { findInstance } from '../db/instance.ts'
import type { TablesScene } from './doctor-scene.ts'
import { isOnOneFileSystem } from './one-file-system.ts'

export interface BackupFacts {
  /** Interval of the schedule; 0 if backups are made by command only. */
  readonly everyMs: number
  /** When the last backup that succeeded began; undefined if none did. */
  readonly lastSuccessAt: number | undefined
  /** No backup was made yet, and none is due yet. */
  readonly isWaiting: boolean
}

/** Whether backups can be written to their place; `other_machine`: a store, which is called only on request. */
export interface PlaceFacts {
  readonly place: string
  readonly state: 'ours' | 'other_machine' | BackupReason
  /** A folder on the file system of the data folder, which fails together with it. */
  readonly isBesideData?: boolean
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
export async function readPlaceFacts(scene: TablesScene): Promise<PlaceFacts | undefined> {
  const { config, secrets, connects, db } = scene
  if (config.backup === undefined) return undefined
  const { to: place } = config.backup
  if (place.startsWith('s3://') && !connects) return { place, state: 'other_machine' }
  const ownPorts = new Set([config.port])
  const state = await lookAtPlace({ config, secrets, ownPorts, db })
  const isBesideData = state === 'ours' && (await isOnOneFileSystem(place, config.dataDir))
  // The demo keeps everything in one folder.
  return { place, state, isBesideData: isBesideData && config.profile !== 'demo' }
}

/** Returns undefined without a place for backups. */
export async function readRestoreTestFacts({
  config,
  db,
}: TablesScene): Promise<RestoreTestFacts | undefined> {
  if (config.backup === undefined) return undefined
  return { lastVerifiedAt: await readLastTrial(db.reader) }
}
