// What a store's refusal means and what to do about it, by the codes that S3 documents
// (https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html) and that other stores share. Pure.

import { BackupError } from './backup-error.ts'

interface StoreAnswer {
  /** Of HTTP. */
  readonly status: number
  /** Such as `SlowDown`; undefined if the store sent none. */
  readonly code: string | undefined
}

const clock =
  'the clock of this machine differs from its own by more than it allows. Correct the clock (timedatectl).'
const region = 'the bucket is in another region. Correct SVC_BACKUP_S3_REGION.'
const keyId = 'it does not know the access key. Correct SVC_BACKUP_S3_KEY_ID.'
const expired =
  'the access key has expired. Make a new one, and set SVC_BACKUP_S3_KEY_ID and its secret.'
const bucket = 'there is no such bucket. Make it, or correct SVC_BACKUP_TO.'

const causes: Readonly<Record<string, string>> = {
  RequestTimeTooSkewed: clock,
  RequestExpired: clock,
  AuthorizationHeaderMalformed: region,
  PermanentRedirect: region,
  IllegalLocationConstraintException: region,
  InvalidRegion: region,
  InvalidAccessKeyId: keyId,
  ExpiredToken: expired,
  ExpiredTokenException: expired,
  InvalidToken: expired,
  TokenRefreshRequired: expired,
  SignatureDoesNotMatch:
    'the secret key does not fit the access key. Correct SVC_BACKUP_S3_SECRET_KEY_FILE.',
  AccessDenied:
    'the access key may not do this. It needs to list, read, write and delete below the prefix.',
  NoSuchBucket: bucket,
}

const busyCodes = ['SlowDown', 'ServiceUnavailable', 'RequestLimitExceeded', 'TooManyRequests']

/** Texts of the store are not passed on; its code is. @param label `s3://bucket/prefix` */
export function storeRefusal(label: string, { status, code }: StoreAnswer): BackupError {
  if (status === 503 || status === 429 || (code !== undefined && busyCodes.includes(code))) {
    return new BackupError(
      'target_unreachable',
      `The store of ${label} is too busy (${status}${inBrackets(code)}). The next backup tries again; if it stays so, ask who runs the store.`,
    )
  }
  if (status >= 500) {
    return new BackupError(
      'target_unreachable',
      `The store of ${label} failed (${status}${inBrackets(code)}). The next backup tries again; if it stays so, ask who runs the store.`,
    )
  }
  const known = code === undefined ? undefined : causes[code]
  const cause = known ?? (status >= 300 && status < 400 ? region : undefined)
  return new BackupError(
    'target_unusable',
    cause === undefined
      ? `The store of ${label} refuses us (${status}${inBrackets(code)}): check bucket, region and keys (SVC_BACKUP_S3_...).`
      : `The store of ${label} refuses us (${status}${inBrackets(code)}): ${cause}`,
  )
}

/** The code in the body of a refusal, which some stores send with another content type. */
export function codeIn(body: string | undefined): string | undefined {
  return /<Code>([A-Za-z]{3,60})<\/Code>/.exec(body ?? '')?.[1]
}

function inBrackets(code: string | undefined): string {
  return code === undefined ? '' : `, ${code}`
}
