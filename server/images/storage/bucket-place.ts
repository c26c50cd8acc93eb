// Where the bucket of the images is and what opens it, as plain data, so that a thread can open it too.

import type { Config, Secrets } from '../../config.ts'
import { type Clock, systemClock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { Metrics } from '../../kernel/metrics.ts'
import { openS3Client } from '../../s3/s3-client.ts'
import type { S3Access, S3Bucket, S3Words } from '../../s3/s3-place.ts'
import { type ImageBucket, imageBucket } from './image-bucket.ts'
import { createStoreCalls, type StoreCalls } from './store-calls.ts'

export type ImagesUrl = NonNullable<Config['imagesS3']>['url']

export interface BucketPlace {
  readonly access: S3Access
  readonly bucket: S3Bucket
  /** Ports of this server, which no outgoing call may reach. */
  readonly ownPorts: readonly number[]
}

export interface BucketSettings {
  readonly config: Pick<Config, 'imagesS3' | 'backupS3'>
  readonly secrets: Pick<Secrets, 'imagesS3SecretKey' | 'backupS3SecretKey'>
  readonly ownPorts?: ReadonlySet<number>
}

const words: S3Words = {
  place: 'SVC_IMAGES_URL',
  endpoint: 'the endpoint in SVC_IMAGES_URL',
  region: 'the region in SVC_IMAGES_URL',
  keyId: 'SVC_IMAGES_S3_KEY_ID',
  secretKey: 'SVC_IMAGES_S3_SECRET_KEY_FILE',
  caFile: 'SVC_IMAGES_S3_CA_FILE',
  afterwards: 'It is tried again by itself',
}

/** For one request with its answer: the largest image at 8 Mbit/s. */
const requestTimeoutMs = 12_000

/** The key is that of the backups where the images have none of their own. */
export function bucketPlaceOf(
  { config: { imagesS3, backupS3 }, secrets, ownPorts = new Set() }: BucketSettings,
  { endpoint, region, bucket, prefix }: ImagesUrl,
): BucketPlace {
  const own = imagesS3?.keyId
  const keyId = own ?? backupS3?.keyId ?? ''
  const secretKey =
    (own === undefined ? secrets.backupS3SecretKey : secrets.imagesS3SecretKey) ?? ''
  const caFile = imagesS3?.caFile ?? (own === undefined ? backupS3?.caFile : undefined)
  const access = { endpoint, region, keyId, secretKey, caFile, requestTimeoutMs }
  return { access, bucket: { bucket, prefix }, ownPorts: [...ownPorts] }
}

interface OpenedBucket {
  readonly bucket: ImageBucket
  readonly calls: StoreCalls
  close(): Promise<void>
}

/** Connects to nothing. @throws Error of the file system for an unreadable file of authorities */
export function openImageBucket(
  { access, bucket, ownPorts }: BucketPlace,
  needs: {
    readonly log: Log
    readonly clock?: Clock
    readonly metrics?: Pick<Metrics, 'outboundCall'>
  },
): OpenedBucket {
  const { log, clock = systemClock, metrics = countsNothing } = needs
  const client = openS3Client({ access, bucket, words, ownPorts: new Set(ownPorts) })
  const calls = createStoreCalls({ clock, log, metrics, client })
  return { bucket: imageBucket(calls, bucket.prefix), calls, close: () => client.close() }
}

const countsNothing: Pick<Metrics, 'outboundCall'> = { outboundCall() {} }
