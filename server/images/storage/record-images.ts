// Moves staged images into place and writes their rows. The move comes first, because a row without
// its image must never exist; an image without a row is removed by `sweepImages`.

import type { Trx } from '../../db/transaction.ts'
import { type Clock, toIsoDate } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import type { ImageRole } from '../../providers/provider.ts'
import type { ImageFacts, ImageFinding, StoredImage } from '../image.ts'
import type { Scan } from '../scan.ts'
import type { ImageFiles, StagedFile } from './image-files.ts'
import { insertImage } from './image-store.ts'
import { addStoredBytes } from './stored-images-store.ts'

export interface StagedImage {
  readonly role: ImageRole
  readonly staged: StagedFile
  /** SHA-256 of the uploaded image, hex. */
  readonly sha256: string
  readonly facts: ImageFacts
  readonly findings: readonly ImageFinding[]
  readonly scan: Scan
}

/**
 * Moves the images into place. Record the returned images with `recordImages`, or remove their
 * files if that fails.
 */
export async function placeImages(
  needs: { readonly clock: Clock; readonly files: ImageFiles },
  verificationId: string,
  images: readonly StagedImage[],
): Promise<readonly StoredImage[]> {
  const createdAt = needs.clock.now()
  const placed = images.map(({ role, facts, staged, sha256, scan }) => {
    const id = newId('img', createdAt)
    const file = `${toIsoDate(createdAt)}/${id}`
    const image: StoredImage = {
      id,
      verificationId,
      role,
      facts,
      bytes: staged.bytes,
      sha256,
      file,
      scan,
      createdAt,
    }
    return { staged, file, image }
  })
  await needs.files.place(placed)
  return placed.map(({ image }) => image)
}

export async function recordImages(trx: Trx, images: readonly StoredImage[]): Promise<void> {
  for (const image of images) await insertImage(trx, image)
  await addStoredBytes(
    trx,
    images.reduce((sum, { bytes }) => sum + bytes, 0),
  )
}
