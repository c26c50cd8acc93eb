// Opens the bucket of the backups.

import { openS3Client } from '../../s3/s3-client.ts'
import { bucketOf, type S3Access, type S3Words } from '../../s3/s3-place.ts'
import type { BackupTarget } from './backup-target.ts'
import type { BackupPlace } from './place-address.ts'
import { s3Target } from './s3-target.ts'

const words: S3Words = {
  place: 'SVC_BACKUP_TO',
  endpoint: 'SVC_BACKUP_S3_ENDPOINT',
  region: 'SVC_BACKUP_S3_REGION',
  keyId: 'SVC_BACKUP_S3_KEY_ID',
  secretKey: 'SVC_BACKUP_S3_SECRET_KEY_FILE',
  caFile: 'SVC_BACKUP_S3_CA_FILE',
  afterwards: 'The next backup tries again',
}

export function connectS3(access: S3Access, place: BackupPlace): BackupTarget {
  const bucket = bucketOf(place.to)
  const client = openS3Client({ access, bucket, words, ownPorts: new Set(place.ownPorts) })
  return s3Target(client, bucket, place)
}
