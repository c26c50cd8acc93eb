// The image files in a bucket: encrypted into the node's own staging folder while they are uploaded, and acknowledged
// only once the store has them.

import { readFile } from 'node:fs/promises'
import { decrypt } from '../../crypto/encrypt.ts'
import type { Log } from '../../kernel/log.ts'
import { StoreError } from '../../s3/store-error.ts'
import { BucketOwnerError, type BucketUser, claimBucket } from './bucket-owner.ts'
import type { ImageBucket } from './image-bucket.ts'
import type { ImageFiles } from './image-files.ts'
import { ImagesUnreachableError } from './images-unreachable.ts'

interface BucketFilesNeeds {
  /** In the data folder of this node. */
  readonly staging: ImageFiles
  readonly bucket: ImageBucket
  readonly label: string
  readonly log: Log
  readonly user: () => Promise<BucketUser>
}

export function bucketImageFiles(needs: BucketFilesNeeds): ImageFiles {
  const { staging, bucket, label, log } = needs
  let claim: Promise<void> | undefined

  /** Asked of the store until it has answered once that the bucket is ours. */
  async function claimed(): Promise<void> {
    claim ??= needs.user().then((user) => claimBucket({ bucket, label }, user))
    const asked = claim
    try {
      await asked
    } catch (error) {
      if (claim === asked) claim = undefined
      throw error
    }
  }

  async function placeAll(
    files: readonly { readonly file: string; readonly content: () => Promise<Buffer> }[],
  ): Promise<void> {
    await claimed()
    const puts = await Promise.allSettled(
      files.map(async ({ file, content }) => bucket.put(file, await content())),
    )
    const failure = puts.find((put) => put.status === 'rejected')
    if (failure === undefined) return
    // What the store has of them, or may still get, is deleted now or by the sweep.
    await bucket.remove(files.map(({ file }) => file)).catch(() => undefined)
    throw failure.reason
  }

  return {
    openSink: (key, boundTo) => staging.openSink(key, boundTo),
    readStaged: (staged, key, boundTo) => staging.readStaged(staged, key, boundTo),
    discard: (staged) => staging.discard(staged),
    clearStaging: (deadAmong) => staging.clearStaging(deadAmong),
    async place(files) {
      await naming(() =>
        placeAll(files.map(({ staged, file }) => ({ file, content: () => readFile(staged.path) }))),
      )
      await staging.discard(files.map(({ staged }) => staged))
    },
    placeEncrypted: (file, encrypted) =>
      naming(() => placeAll([{ file, content: () => Promise.resolve(encrypted) }])),
    read: (file, key, boundTo) => naming(async () => decrypt(key, await bucket.get(file), boundTo)),
    readEncrypted: (file) => naming(() => bucket.get(file)),
    remove: (files) =>
      naming(async () => {
        await claimed()
        const kept = await bucket.remove(files)
        if (kept.length > 0) {
          log.error('images_kept_by_store', { target: label, count: kept.length })
        }
        return kept
      }),
    list: () => listing(bucket),
    async prepare() {
      await staging.prepare()
      try {
        await claimed()
      } catch (error) {
        // A node starts while the store is away; images are refused until it is back.
        const isAway = error instanceof StoreError && error.reason === 'unreachable'
        if (error instanceof BucketOwnerError) {
          log.error('image_store_not_ours', { target: label })
        } else if (!isAway) throw error
      }
    },
  }
}

async function* listing(bucket: ImageBucket): AsyncIterable<readonly string[]> {
  try {
    for await (const page of bucket.list()) yield page
  } catch (error) {
    throw named(error)
  }
}

async function naming<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw named(error)
  }
}

/** A missing object is told as a missing file is; everything else means that nothing can be stored or read now. */
function named(error: unknown): unknown {
  if (!(error instanceof StoreError)) return error
  return error.reason === 'not_found'
    ? Object.assign(new Error('the image is not in the bucket'), { code: 'ENOENT' })
    : new ImagesUnreachableError(error.message, error)
}
