// Opens the images where the settings say: in the data folder, in a folder that all nodes share, or in a bucket.

import type { Config, Secrets } from '../../config.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { Metrics } from '../../kernel/metrics.ts'
import { bucketImageFiles } from './bucket-image-files.ts'
import { type BucketUser, markBucket } from './bucket-owner.ts'
import { bucketPlaceOf, type ImagesUrl, openImageBucket } from './bucket-place.ts'
import type { ImageBucket } from './image-bucket.ts'
import { type ImageFiles, imageFiles } from './image-files.ts'
import { sharedImageFiles } from './shared-image-files.ts'
import type { StoreHealth } from './store-calls.ts'

/** The bucket of the images, for operators. */
export interface ImageStore extends Pick<ImageBucket, 'versioning' | 'hasLock'> {
  readonly label: string
  /** From the calls so far; asks nothing. */
  health(): StoreHealth
  /** Says that this copy of the installation writes there from now on. */
  adopt(): Promise<void>
}

export interface OpenedImages {
  readonly files: ImageFiles
  /** undefined if the images are in a folder. */
  readonly store: ImageStore | undefined
  close(): Promise<void>
}

export interface ImagesNeeds {
  readonly config: Pick<Config, 'dataDir' | 'imagesDir' | 'imagesS3' | 'backupS3'>
  readonly secrets: Pick<Secrets, 'imagesS3SecretKey' | 'backupS3SecretKey'>
  readonly nodeId: string
  readonly log: Log
  readonly clock?: Clock
  readonly metrics?: Pick<Metrics, 'outboundCall'>
  readonly ownPorts?: ReadonlySet<number>
  /** Asked only for a bucket. */
  readonly user: () => Promise<BucketUser>
  /** In place of the bucket of the settings. */
  readonly url?: ImagesUrl
}

/** @throws Error of the file system for an unreadable file of authorities */
export function openImages(needs: ImagesNeeds): OpenedImages {
  const { dataDir, imagesDir, imagesS3 } = needs.config
  const url = needs.url ?? imagesS3?.url
  if (url !== undefined) return openBucket(needs, url)
  const files = imageFiles(dataDir, needs.nodeId, imagesDir)
  const shared = imagesDir === undefined ? files : sharedImageFiles(files, imagesDir)
  return { files: shared, store: undefined, close: async () => {} }
}

function openBucket(needs: ImagesNeeds, url: ImagesUrl): OpenedImages {
  const { log, user } = needs
  const { bucket, calls, close } = openImageBucket(bucketPlaceOf(needs, url), needs)
  const { label } = calls
  const staging = imageFiles(needs.config.dataDir, needs.nodeId)
  return {
    files: bucketImageFiles({ staging, bucket, label, log, user }),
    store: {
      label,
      versioning: () => bucket.versioning(),
      hasLock: () => bucket.hasLock(),
      health: calls.health,
      adopt: async () => markBucket(bucket, await user()),
    },
    close,
  }
}
