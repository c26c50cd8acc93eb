// Finds a backup that a command names: a file, a name at the configured place, or `latest`; and names places in
// commands to copy.

import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { BackupError } from '../../server/backup/backup-error.ts'
import { type BackupConfig, backupPlaceOf } from '../../server/backup/backup-settings.ts'
import { openTarget } from '../../server/backup/places/backup-place.ts'
import type { BackupTarget } from '../../server/backup/places/backup-target.ts'
import { type BackupListing, listBackups } from '../../server/backup/places/list-backups.ts'
import { shellWord } from '../../server/kernel/shell-word.ts'
import { commandToCopy } from '../command-to-copy.ts'
import type { HasPlace } from '../place.ts'

export interface NamedPlace {
  readonly target: BackupTarget
  /** The place, unless it is the one of the settings. */
  readonly named: string | undefined
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
  if (to === undefined && needs.config.backup === undefined) {
    throw new BackupError(
      'not_set_up',
      'SVC_BACKUP_TO, the folder or bucket of the backups, is not set. Name the place with --from, or the settings with --config: a command of a release to which another folder is named reads no settings by itself. See: svc help backup',
    )
  }
  return { target: await openTarget(backupPlaceOf(needs, to)), named: to }
}

/** @throws BackupError; where there is no place, it says how another is named */
export async function listPlace(target: BackupTarget): Promise<BackupListing> {
  return listBackups(target).catch((error: unknown) => {
    if (!(error instanceof BackupError) || error.reason !== 'place_missing') throw error
    throw new BackupError('place_missing', `${error.message} --from names another place.`)
  })
}

/** A command of `svc backup` to copy, for the same installation and place. */
export function placeCommand(
  session: HasPlace,
  command: string,
  named: string | undefined,
): string {
  const from = named === undefined ? '' : ` --from ${shellWord(named)}`
  return commandToCopy(session, `${command}${from}`)
}

/** A relative folder is below the working folder. */
export function placeFromHere(place: string): string {
  return place.startsWith('s3://') ? place.replace(/\/+$/, '') : resolve(place)
}
