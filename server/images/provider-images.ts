// Decrypts the images of one verification and converts them for the provider: upright JPEGs.

import type { Appliance } from '../appliance.ts'
import type { EncryptionKey } from '../crypto/encrypt.ts'
import type { Reader } from '../db/transaction.ts'
import type { ProviderImage } from '../providers/provider.ts'
import { imageBinding } from './storage/image-binding.ts'
import { listImages } from './storage/image-store.ts'

export interface ProviderImageNeeds extends Pick<Appliance, 'files' | 'images'> {
  readonly db: { readonly reader: Reader }
}

/** @throws DecryptError or ENOENT when an image was damaged or removed. */
export async function providerImages(
  needs: ProviderImageNeeds,
  verificationId: string,
  dataKey: EncryptionKey,
): Promise<readonly ProviderImage[]> {
  const images: ProviderImage[] = []
  for (const { role, file, facts } of await listImages(needs.db.reader, verificationId)) {
    const open = () => needs.files.read(file, dataKey, imageBinding(role))
    images.push({ role, jpeg: await needs.images.toProviderJpeg(open, facts) })
  }
  return images
}
