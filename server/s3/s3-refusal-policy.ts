// What a store's refusal means and what to do about it, by the codes that S3 documents
// (https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html) and that other stores share. Pure.

import type { S3Words } from './s3-place.ts'
import { StoreError } from './store-error.ts'

interface StoreAnswer {
  /** Of HTTP. */
  readonly status: number
  /** Such as `SlowDown`; undefined if the store sent none. */
  readonly code: string | undefined
}

type Cause = (words: S3Words) => string

const clock: Cause = () =>
  'the clock of this machine differs from its own by more than it allows. Correct the clock (timedatectl).'
const region: Cause = (words) => `the bucket is in another region. Correct ${words.region}.`
const keyId: Cause = (words) => `it does not know the access key. Correct ${words.keyId}.`
const expired: Cause = (words) =>
  `the access key has expired. Make a new one, and set ${words.keyId} and its secret.`
const bucket: Cause = (words) => `there is no such bucket. Make it, or correct ${words.place}.`

const causes: Readonly<Record<string, Cause>> = {
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
  SignatureDoesNotMatch: (words) =>
    `the secret key does not fit the access key. Correct ${words.secretKey}.`,
  AccessDenied: () =>
    'the access key may not do this. It needs to list, read, write and delete below the prefix.',
  NoSuchBucket: bucket,
}

const busyCodes = ['SlowDown', 'ServiceUnavailable', 'RequestLimitExceeded', 'TooManyRequests']
/** Stores answer so when a body arrives damaged; the same content is sent again. */
const damagedCodes = ['BadDigest', 'XAmzContentSHA256Mismatch', 'IncompleteBody', 'RequestTimeout']

/** Texts of the store are not passed on; its code is. @param label `s3://bucket/prefix` */
export function storeRefusal(
  label: string,
  words: S3Words,
  { status, code }: StoreAnswer,
): StoreError {
  const shown = `${status}${inBrackets(code)}`
  const word = code ?? String(status)
  const passing = `${words.afterwards}; if it stays so, ask who runs the store.`
  const mayPass = (what: string) =>
    new StoreError('unreachable', word, `The store of ${label} ${what} (${shown}). ${passing}`)
  const isOneOf = (codes: readonly string[]) => code !== undefined && codes.includes(code)
  if (status === 501 || code === 'NotImplemented') {
    const message = `The store of ${label} cannot do what is asked of it (${shown}).`
    return new StoreError('unusable', 'NotImplemented', message)
  }
  if (status === 503 || status === 429 || isOneOf(busyCodes)) return mayPass('is too busy')
  if (status >= 500) return mayPass('failed')
  if (isOneOf(damagedCodes)) return mayPass('got something else than was sent')
  const known = code === undefined ? undefined : causes[code]
  const cause = known ?? (status >= 300 && status < 400 ? region : undefined)
  return new StoreError(
    'unusable',
    word,
    cause === undefined
      ? `The store of ${label} refuses us (${shown}): check bucket, region and keys (${words.place}, ${words.keyId}).`
      : `The store of ${label} refuses us (${shown}): ${cause(words)}`,
  )
}

/** The code in the body of a refusal, which some stores send with another content type. */
export function codeIn(body: string | undefined): string | undefined {
  return /<Code>([A-Za-z]{3,60})<\/Code>/.exec(body ?? '')?.[1]
}

function inBrackets(code: string | undefined): string {
  return code === undefined ? '' : `, ${code}`
}
