// Opens the images of a verification as they were uploaded: for the export of a person's data, and to read the
// document.

import type { Appliance } from '../../appliance.ts'
import { DecryptError, type EncryptionKey } from '../../crypto/encrypt.ts'
import { hasCode } from '../../kernel/has-code.ts'
import type { ImageRole } from '../../providers/provider.ts'
import type { StoredImage } from '../image.ts'
import { imageBinding } from './image-binding.ts'
import { listImages } from './image-store.ts'

interface OpenedImage {
  readonly image: StoredImage
  readonly bytes: Buffer
}

/** Leaves out images whose file is gone or damaged. Without `roles`, all images are opened. */
export async function openImagesOf(
  { db, files }: Pick<Appliance, 'db' | 'files'>,
  verificationId: string,
  dataKey: EncryptionKey,
  roles?: readonly ImageRole[],
): Promise<readonly OpenedImage[]> {
  const opened: OpenedImage[] = []
  for (const image of await listImages(db.reader, verificationId)) {
    if (roles?.includes(image.role) === false) continue
    try {
      const bytes = await files.read(image.file, dataKey, imageBinding(image.role))
      opened.push({ image, bytes })
    } catch (error) {
      const isMissing = hasCode(error, 'ENOENT')
      if (!isMissing && !(error instanceof DecryptError)) throw error
    }
  }
  return opened
}
