// What the settings say about backups, in the form that the rest of this folder takes.

import { join } from 'node:path'
import type { Appliance } from '../appliance.ts'
import { bucketPlaceOf } from '../images/storage/bucket-place.ts'
import { BackupError } from './backup-error.ts'
import { readRecipients } from './envelope/age-keys.ts'
import type { ImagesSource } from './packs/packed-images.ts'
import type { BackupPlace } from './places/place-address.ts'

export type BackupConfig = Pick<Appliance, 'config' | 'secrets' | 'ownPorts'>

/**
 * @param to replaces SVC_BACKUP_TO
 * @throws BackupError `not_set_up`
 */
export function backupPlaceOf(needs: BackupConfig, to?: string): BackupPlace {
  const { backup, backupS3 } = needs.config
  const place = to ?? backup?.to
  if (place === undefined) throw notSetUp('SVC_BACKUP_TO, the folder or bucket of the backups,')
  const secretKey = needs.secrets.backupS3SecretKey
  const s3 = backupS3 && secretKey !== undefined ? { ...backupS3, secretKey } : undefined
  return { to: place, s3, ownPorts: [...needs.ownPorts] }
}

/** Where the images are that a backup holds. */
export function imagesSourceOf(needs: BackupConfig): ImagesSource {
  const { dataDir, imagesDir, imagesS3 } = needs.config
  if (imagesS3 !== undefined) return { kind: 'bucket', place: bucketPlaceOf(needs, imagesS3.url) }
  return { kind: 'folder', folder: imagesDir ?? join(dataDir, 'images') }
}

/** @throws BackupError `not_set_up`, `recipient_unusable` */
export function recipientsOf({ config }: Pick<BackupConfig, 'config'>): readonly string[] {
  const { backupRecipient, dataDir } = config
  if (backupRecipient === undefined) throw notSetUp('SVC_BACKUP_RECIPIENT, a public key of age,')
  return readRecipients(backupRecipient, dataDir)
}

function notSetUp(what: string): BackupError {
  return new BackupError('not_set_up', `${what} is not set. See: svc help backup`)
}
