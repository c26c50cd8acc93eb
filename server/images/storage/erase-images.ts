// Deletes the rows of a verification's images, in the transaction that erases it. The files are removed after the
// commit, because a rollback could not bring them back.

import type { Trx } from '../../db/transaction.ts'
import type { StoredImage } from '../image.ts'
import { deleteImagesOf, listImages } from './image-store.ts'
import { addStoredBytes } from './stored-images-store.ts'

/** Returns the images whose rows it deleted. */
export async function eraseImagesOf(
  trx: Trx,
  verificationId: string,
): Promise<readonly StoredImage[]> {
  const images = await listImages(trx, verificationId)
  if (images.length === 0) return []
  await deleteImagesOf(trx, verificationId)
  await addStoredBytes(trx, -images.reduce((total, { bytes }) => total + bytes, 0))
  return images
}
