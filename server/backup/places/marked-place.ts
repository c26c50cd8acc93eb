// Reads and writes the marker of a place of backups, and says why a place must not be written to.

import { BackupError } from '../backup-error.ts'
import { type BackupTarget, oneChunk, readSmall } from './backup-target.ts'
import {
  markerFile,
  markerText,
  type PlaceMarker,
  type PlaceRefusal,
  type PlaceUser,
  parseMarker,
} from './place-marker.ts'

const markerBytesMax = 10_000

/** @throws BackupError unless the marker still names this copy: another may have taken over since */
export async function assertStillOurs(
  target: BackupTarget,
  user: Pick<PlaceUser, 'instanceId' | 'copyId' | 'restored'>,
): Promise<void> {
  const marker = await readMarker(target)
  if (typeof marker !== 'object') throw refusal('place_unmarked', target, marker, user)
  if (marker.instance_id !== user.instanceId)
    throw refusal('other_installation', target, marker, user)
  if (marker.copy_id !== user.copyId) throw refusal('other_copy', target, marker, user)
}

/** Returns undefined if the place has no marker, `unreadable` for a file that is none. */
export async function readMarker(
  target: BackupTarget,
): Promise<PlaceMarker | 'unreadable' | undefined> {
  try {
    return parseMarker(await readSmall(target, markerFile, markerBytesMax))
  } catch (error) {
    if (error instanceof BackupError && error.reason === 'not_found') return undefined
    throw error
  }
}

export async function writeMarker(target: BackupTarget, marker: PlaceMarker): Promise<void> {
  const text = markerText(marker)
  await target.write(markerFile, oneChunk(text), text.length)
}

/** The error for a place that must not be written to: what is wrong, and what to do. */
export function refusal(
  reason: PlaceRefusal,
  { label }: BackupTarget,
  marker: PlaceMarker | 'unreadable' | undefined,
  { restored }: Pick<PlaceUser, 'restored'>,
): BackupError {
  const since = typeof marker === 'object' ? ` since ${marker.since.slice(0, 19)}Z` : ''
  const from = restored === undefined ? '' : ` was restored from ${restored.backup} and`
  switch (reason) {
    case 'place_unmarked':
      return new BackupError(
        reason,
        `${label} has no marker of this installation (${markerFile}), though backups were made there: its disk is probably not mounted. Mount it. If this is the right place all the same: svc backup adopt`,
      )
    case 'other_copy':
      return new BackupError(
        reason,
        `The backups in ${label} are those of another copy of this installation${since}. This data folder${from} is not the one that writes there. If it is the installation from now on: svc backup adopt. If it is a trial, give it a svc.conf without SVC_BACKUP_TO.`,
      )
    case 'other_installation':
      return new BackupError(
        reason,
        `${label} belongs to another installation. Name a place of its own for this one in SVC_BACKUP_TO.`,
      )
  }
}
