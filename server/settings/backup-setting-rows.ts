// The settings of backups. Rows of the table of settings.

import { join, resolve } from 'node:path'
import { z } from 'zod'
import { serviceUrl } from './setting-addresses.ts'
import { authoritiesFor } from './setting-files.ts'
import { duration, kindOf, text, wholeNumber } from './setting-kinds.ts'
import { needed, optional, row, type SettingsAbove } from './setting-row.ts'

const bucketShape = /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[A-Za-z0-9_.-]+)*\/?$/

/** `s3://bucket/prefix`, or a folder; the folder is absolute. */
const backupPlace = kindOf(
  'place',
  'a folder, or s3://bucket/prefix with letters, digits, dots, hyphens and underscores',
  z.string().refine((given) => !given.includes('\0') && isPlace(given)),
  { parse: (given, fromDir) => (isPlace(given) ? placeIn(given, fromDir) : undefined) },
)

function isPlace(given: string): boolean {
  return bucketShape.test(given) || !/^[a-z0-9]+:\/\//i.test(given)
}

function placeIn(given: string, fromDir: string): string {
  return given.startsWith('s3://') ? given.replace(/\/+$/, '') : resolve(fromDir, given)
}

const recipientsShape = /^age1[0-9a-z]{50,3000}(?:\s*,\s*age1[0-9a-z]{50,3000})*$/

/** Recipients of age as they are, or the absolute path of a file of them. */
const ageRecipients = kindOf(
  'age keys',
  'public keys of age (age1..., separated by commas), or the path of a file with one a line',
  z.string().refine((given) => !given.startsWith('age1') || recipientsShape.test(given)),
  {
    parse(given, fromDir) {
      if (given.startsWith('age1')) return recipientsShape.test(given) ? given : undefined
      return given.includes('\0') || given.startsWith('AGE-SECRET')
        ? undefined
        : resolve(fromDir, given)
    },
    explain: (given) =>
      given.startsWith('AGE-SECRET')
        ? 'that is the secret key, which must not be on this machine: name the public one'
        : undefined,
  },
)

const dayCount = wholeNumber(0, 10_000)

export const backupSettings = {
  'backup.to': needed('SVC_BACKUP_TO', backupPlace, {
    otherwise: 'none, so there are no scheduled backups; in the demo backup-store in SVC_DATA_DIR',
    derive: ({ profile, textOf }: SettingsAbove) =>
      profile === 'demo' ? join(textOf('SVC_DATA_DIR'), 'backup-store') : undefined,
    help: 'Folder of the backups, best on another machine, or s3://bucket/prefix. It must be used by this installation alone and be kept whole.',
  }),
  backupRecipient: optional('SVC_BACKUP_RECIPIENT', ageRecipients, {
    otherwise: 'none; in the demo backup-recipient.txt in SVC_DATA_DIR',
    derive: ({ profile, textOf }: SettingsAbove) =>
      profile === 'demo' ? join(textOf('SVC_DATA_DIR'), 'backup-recipient.txt') : undefined,
    help: 'Public keys of age to which backups are encrypted, or a file of them. The secret key stays away from this machine.',
  }),
  'backup.everyMs': row('SVC_BACKUP_EVERY', duration('0', '7d'), {
    default: '15m',
    help: 'How often the server makes a backup; 0 for only by svc backup create.',
  }),
  'backup.keepLast': row('SVC_BACKUP_KEEP_LAST', wholeNumber(1, 10_000), {
    default: '24',
    unit: 'backups',
    help: 'How many of the newest backups are kept.',
  }),
  'backup.keepDaily': row('SVC_BACKUP_KEEP_DAILY', dayCount, {
    default: '14',
    unit: 'days',
    help: 'Of how many days (UTC) the last backup is kept.',
  }),
  'backup.keepWeekly': row('SVC_BACKUP_KEEP_WEEKLY', dayCount, {
    default: '8',
    unit: 'weeks',
    help: 'Of how many weeks (UTC) the last backup is kept.',
  }),
  'backupS3.endpoint': needed('SVC_BACKUP_S3_ENDPOINT', serviceUrl, {
    help: 'URL of the S3-compatible store, such as https://s3.eu-west-3.amazonaws.com or https://minio.bank.example:9000.',
  }),
  'backupS3.region': row('SVC_BACKUP_S3_REGION', text, {
    default: 'us-east-1',
    help: 'Region of the bucket; stores without regions take the default.',
  }),
  'backupS3.keyId': needed('SVC_BACKUP_S3_KEY_ID', text, {
    help: 'Access key id for the bucket.',
  }),
  'backupS3.caFile': authoritiesFor('the store', 'SVC_BACKUP_S3_CA_FILE'),
  'secrets.backupS3SecretKey': optional('SVC_BACKUP_S3_SECRET_KEY', text, {
    help: 'Secret access key for the bucket; best as SVC_BACKUP_S3_SECRET_KEY_FILE.',
  }),
}
