// Asks the store of the images, for an operator, whether it answers, accepts the key, and keeps what is deleted.

import { silentLog } from '../../kernel/log.ts'
import { prepareStoreClient } from '../../s3/s3-client.ts'
import { StoreError } from '../../s3/store-error.ts'
import {
  type BucketSettings,
  bucketPlaceOf,
  type ImagesUrl,
  openImageBucket,
} from './bucket-place.ts'
import type { ImageBucket } from './image-bucket.ts'

export interface StoreLook {
  /** `s3://bucket/prefix` */
  readonly label: string
  readonly durationMs: number
  /** Why it cannot be used, and what to do; undefined if it can. */
  readonly fault: { readonly mayPass: boolean; readonly message: string } | undefined
  readonly keeps: StoreKeeps
}

/**
 * What the bucket keeps of deleted objects. `versions`: each is deleted by its own. `locked`: not before a time.
 * `unknown`: the key may not ask.
 */
export type StoreKeeps = 'nothing' | 'versions' | 'locked' | 'unknown'

/** An operator waits for it. */
const requestTimeoutMs = 5_000

export async function tryBucket(settings: BucketSettings, url: ImagesUrl): Promise<StoreLook> {
  const place = bucketPlaceOf(settings, url)
  const access = { ...place.access, requestTimeoutMs }
  const { bucket, calls, close } = openImageBucket({ ...place, access }, { log: silentLog })
  await prepareStoreClient()
  const startedMs = performance.now()
  const took = () => Math.round(performance.now() - startedMs)
  const { label } = calls
  try {
    await bucket.look()
    const durationMs = took()
    return { label, durationMs, fault: undefined, keeps: await keepsOf(bucket) }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    const fault = { mayPass: error.reason === 'unreachable', message: error.message }
    return { label, durationMs: took(), fault, keeps: 'unknown' }
  } finally {
    await close()
  }
}

/** @throws StoreError */
async function keepsOf(bucket: Pick<ImageBucket, 'versioning' | 'hasLock'>): Promise<StoreKeeps> {
  const versioning = await bucket.versioning()
  if (versioning === 'unknown') return 'unknown'
  if ((await bucket.hasLock()) === true) return 'locked'
  return versioning === 'Off' ? 'nothing' : 'versions'
}
