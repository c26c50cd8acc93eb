// Opens the place of the backups that the settings name: a folder, or a bucket of an S3-compatible store.

import { readFileSync } from 'node:fs'
import { destinationOf } from '../egress/destination.ts'
import { guardService, openEgress } from '../egress/guard-service.ts'
import { openGuardedFetch } from '../egress/guarded-fetch.ts'
import { systemClock } from '../kernel/clock.ts'
import { BackupError } from './backup-error.ts'
import type { BackupTarget } from './backup-target.ts'
import { folderTarget } from './folder-target.ts'
import type { BackupPlace } from './place-address.ts'

const connectTimeoutMs = 10_000
const storeScheme = 's3://'

/** @throws BackupError `not_set_up` for a bucket without its endpoint and keys */
export async function openTarget(place: BackupPlace): Promise<BackupTarget> {
  if (!place.to.startsWith(storeScheme)) return folderTarget(place.to)
  const [bucket = '', ...below] = place.to.slice(storeScheme.length).split('/')
  const prefix = below.filter((part) => part !== '').join('/')
  const { s3 } = place
  if (s3 === undefined) {
    throw new BackupError(
      'not_set_up',
      `${place.to} needs SVC_BACKUP_S3_ENDPOINT, SVC_BACKUP_S3_KEY_ID and SVC_BACKUP_S3_SECRET_KEY_FILE.`,
    )
  }
  const destination = destinationOf(new URL(s3.endpoint))
  const egress = openEgress(systemClock, new Set(place.ownPorts))
  const named = [{ pattern: destination.host, port: destination.port }]
  const extraCa = s3.caFile === undefined ? undefined : readFileSync(s3.caFile, 'utf8')
  const http = openGuardedFetch(
    guardService(egress, { known: [], named }),
    { extraCa, caSetting: 'SVC_BACKUP_S3_CA_FILE' },
    connectTimeoutMs,
  )
  // Loaded only for a store.
  const { s3Target } = await import('./s3-target.ts')
  return s3Target({ ...s3, bucket, prefix }, http, place)
}
