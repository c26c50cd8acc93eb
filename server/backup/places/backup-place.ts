// Opens the place of the backups that the settings name: a folder, or a bucket of an S3-compatible store. What only a
// store needs is loaded for a store alone, because each thread of a backup or restore loads it again.

import { s3Scheme } from '../../s3/s3-place.ts'
import { BackupError } from '../backup-error.ts'
import type { BackupTarget } from './backup-target.ts'
import { folderTarget } from './folder-target.ts'
import type { BackupPlace } from './place-address.ts'

/** @throws BackupError `not_set_up` for a bucket without its endpoint and keys */
export async function openTarget(place: BackupPlace): Promise<BackupTarget> {
  if (!place.to.startsWith(s3Scheme)) return folderTarget(place.to)
  const { s3 } = place
  if (s3 === undefined) {
    throw new BackupError(
      'not_set_up',
      `${place.to} needs SVC_BACKUP_S3_ENDPOINT, SVC_BACKUP_S3_KEY_ID and SVC_BACKUP_S3_SECRET_KEY_FILE.`,
    )
  }
  const { connectS3 } = await import('./connect-s3.ts')
  return connectS3(s3, place)
}
