// Opens the pictures of one verification in the form a provider takes: upright JPEG.

import type { SealingKey } from '../crypto/seal.ts'
import type { Reader } from '../db/transaction.ts'
import type { ProviderImage } from '../providers/provider.ts'
import { evidenceBoundTo } from './evidence-bound-to.ts'
import type { EvidenceFiles } from './evidence-files.ts'
import { listEvidence } from './evidence-store.ts'
import type { ImageReader } from './inspect-image.ts'

export interface ProviderImageNeeds {
  readonly db: { readonly reader: Reader }
  readonly files: EvidenceFiles
  readonly images: ImageReader
}

/** @throws UnsealError or ENOENT when a picture was damaged or removed. */
export async function providerImages(
  needs: ProviderImageNeeds,
  verificationId: string,
  dataKey: SealingKey,
): Promise<readonly ProviderImage[]> {
  const images: ProviderImage[] = []
  for (const { role, file, facts } of await listEvidence(needs.db.reader, verificationId)) {
    const open = () => needs.files.read(file, dataKey, evidenceBoundTo(role))
    images.push({ role, jpeg: await needs.images.toProviderJpeg(open, facts) })
  }
  return images
}
