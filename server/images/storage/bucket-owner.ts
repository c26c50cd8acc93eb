// The marker of a bucket of images: a small object that names the installation, and the copy of it, that writes there.
// It keeps an installation from deleting the images of another one, which it would take for left over.

import { z } from 'zod'
import { tryJson } from '../../kernel/try-json.ts'
import type { ImageBucket } from './image-bucket.ts'
import { ImagesUnreachableError } from './images-unreachable.ts'

/** Who this data folder is. */
export interface BucketUser {
  readonly instanceId: string
  /** The id of the installation until it is restored; then an id of the restored copy. */
  readonly copyId: string
  /** Whether an operator said that this copy is the installation from now on. */
  readonly takesPlace: boolean
}

const markerName = '.svc-images'
const markerShape = z.object({ instance_id: z.string(), copy_id: z.string() })

/** The bucket is that of another installation or copy: nothing is written or deleted there. */
export class BucketOwnerError extends ImagesUnreachableError {}

interface Claimed {
  readonly bucket: ImageBucket
  readonly label: string
}

/**
 * Marks a new place, or makes sure that it is ours.
 * @throws BucketOwnerError, StoreError
 */
export async function claimBucket({ bucket, label }: Claimed, user: BucketUser): Promise<void> {
  const text = await bucket.getText(markerName)
  if (text === undefined) {
    if (await hasImages(bucket)) {
      throw new BucketOwnerError(
        `${label} holds images but has lost its marker ${markerName}. If they are those of this installation: svc images adopt. Otherwise name another prefix in SVC_IMAGES_URL.`,
      )
    }
    return markBucket(bucket, user)
  }
  const marker = markerShape.safeParse(tryJson(text)).data
  if (marker?.instance_id !== user.instanceId) {
    throw new BucketOwnerError(
      `${label} belongs to another installation. Name a prefix of its own for this one in SVC_IMAGES_URL.`,
    )
  }
  if (marker.copy_id === user.copyId) return
  if (user.takesPlace) return markBucket(bucket, user)
  throw new BucketOwnerError(
    `The images in ${label} are those of another copy of this installation, so they are only read. If this data folder is the installation from now on: svc images adopt. If it is a trial, give it a place of its own (svc images move).`,
  )
}

/** Says that this copy of the installation writes there from now on. */
export async function markBucket(
  bucket: Pick<ImageBucket, 'putText'>,
  { instanceId, copyId }: BucketUser,
): Promise<void> {
  await bucket.putText(
    markerName,
    `${JSON.stringify({ instance_id: instanceId, copy_id: copyId })}\n`,
  )
}

async function hasImages(bucket: ImageBucket): Promise<boolean> {
  for await (const page of bucket.list()) if (page.length > 0) return true
  return false
}
