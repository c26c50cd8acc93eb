// Copies all images of an installation to another place, as they are encrypted, and deletes them at the old one once each
// was compared. Nothing may be submitted meanwhile.

import type { Readers } from '../db/transaction.ts'
import type { ImageFiles } from '../images/image-files.ts'
import { copyImages } from './copy-images.ts'
import { countImages } from './encrypted-images-view.ts'

interface MovingImages {
  readonly from: ImageFiles
  readonly to: ImageFiles
  readonly deletesSource: boolean
  readonly signal: AbortSignal
  onProgress(images: number): void
}

interface MovedImages {
  readonly copied: number
  /** They were there already and are equal. */
  readonly present: number
  readonly bytes: number
  /** Images that the database names. */
  readonly known: number
  readonly deleted: number
  /** Of those to delete: the store keeps their versions for a time. */
  readonly kept: number
}

/** May be repeated: what was copied before is only compared. @throws Error if a copy differs; ImagesUnreachableError */
export async function moveImages(
  { db }: { readonly db: Pick<Readers, 'longReader'> },
  order: MovingImages,
): Promise<MovedImages> {
  const { copied, present, bytes } = await copyImages(order)
  const known = await countImages(db.longReader)
  const gone = order.deletesSource ? await deleteAll(order) : { deleted: 0, kept: 0 }
  return { copied, present, bytes, known, ...gone }
}

async function deleteAll({ from, signal }: MovingImages) {
  let deleted = 0
  let kept = 0
  for await (const names of from.list()) {
    signal.throwIfAborted()
    if (names.length === 0) continue
    const stayed = await from.remove(names)
    kept += stayed.length
    deleted += names.length - stayed.length
  }
  return { deleted, kept }
}
