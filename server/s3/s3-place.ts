// Where a bucket is and what opens it, as plain data.

/** Plain data, so that it can be handed to a thread. */
export interface S3Access {
  readonly endpoint: string
  readonly region: string
  readonly keyId: string
  readonly secretKey: string
  readonly caFile: string | undefined
  /** For one request with its answer; undefined for five minutes. */
  readonly requestTimeoutMs?: number
}

export interface S3Bucket {
  readonly bucket: string
  /** Without a slash at its ends; empty for the whole bucket. */
  readonly prefix: string
}

/** How messages call the settings, and what happens after a failure that may pass. */
export interface S3Words {
  readonly place: string
  readonly endpoint: string
  readonly region: string
  readonly keyId: string
  readonly secretKey: string
  readonly caFile: string
  /** A sentence. */
  readonly afterwards: string
}

export const s3Scheme = 's3://'

export function bucketOf(to: string): S3Bucket {
  const [bucket = '', ...below] = to.slice(s3Scheme.length).split('/')
  return { bucket, prefix: below.filter((part) => part !== '').join('/') }
}

export function shownBucket({ bucket, prefix }: S3Bucket): string {
  return `${s3Scheme}${bucket}${prefix === '' ? '' : `/${prefix}`}`
}
