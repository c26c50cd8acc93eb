// Reads the images for a backup as they are encrypted, from the folder or from the bucket that the settings name. What
// only a bucket needs is loaded for a bucket alone, because each thread of a backup loads it again.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BucketPlace } from '../../images/storage/bucket-place.ts'
import { hasCode } from '../../kernel/has-code.ts'
import { StoreError } from '../../s3/store-error.ts'
import { BackupError } from '../backup-error.ts'

/** Plain data, so that it can be handed to a thread. */
export type ImagesSource =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'bucket'; readonly place: BucketPlace }

export interface OpenedSource {
  /** How many images are read at the same time. */
  readonly atOnce: number
  /** Returns undefined for an image that was erased since the copy of the database. */
  read(file: string): Promise<Buffer | undefined>
  close(): Promise<void>
}

/** A store is asked for several at a time, because each answer takes a while. */
const bucketAtOnce = 8

export async function openSource(source: ImagesSource): Promise<OpenedSource> {
  if (source.kind === 'folder') {
    const read = async (file: string) => readImage(join(source.folder, file))
    return { atOnce: 1, read, close: async () => {} }
  }
  const [{ openImageBucket }, { silentLog }] = await Promise.all([
    import('../../images/storage/bucket-place.ts'),
    import('../../kernel/log.ts'),
  ])
  const { bucket, close } = openImageBucket(source.place, { log: silentLog })
  return {
    atOnce: bucketAtOnce,
    close,
    async read(file) {
      try {
        return await bucket.get(file)
      } catch (error) {
        if (!(error instanceof StoreError)) throw error
        if (error.reason === 'not_found') return undefined
        throw new BackupError('images_unreachable', error.message)
      }
    },
  }
}

/** Reads synchronously: the thread has nothing else to do, and small files take several times as long otherwise. */
function readImage(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}
