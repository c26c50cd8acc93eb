// Finds a backup that a command names: a file, a name at the configured place, or `latest`.

import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { openTarget } from '../../server/backup/backup-place.ts'
import { type BackupConfig, backupPlaceOf } from '../../server/backup/backup-settings.ts'
import type { BackupTarget } from '../../server/backup/backup-target.ts'

interface NamedPlace {
  readonly target: BackupTarget
  /** The name or `latest`, for `pickBackup`. */
  readonly asked: string
}

/**
 * @param asked a path of a file `….age`, a name, or `latest`
 * @param from replaces SVC_BACKUP_TO
 */
export async function openPlaceOf(
  needs: BackupConfig,
  asked: string,
  from: string | undefined,
): Promise<NamedPlace> {
  const isPath = from === undefined && (asked.includes('/') || existsSync(asked))
  const to = isPath ? dirname(resolve(asked)) : from && placeFromHere(from)
  return { target: await openTarget(backupPlaceOf(needs, to)), asked }
}

/** A relative folder is below the working folder. */
export function placeFromHere(place: string): string {
  return place.startsWith('s3://') ? place.replace(/\/+$/, '') : resolve(place)
}
