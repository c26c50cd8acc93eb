// Inspects the images of an accepted verification, and corrects what is stored of them.

import type { Appliance } from '../../appliance.ts'
import type { EncryptionKey } from '../../crypto/encrypt.ts'
import type { Trx } from '../../db/transaction.ts'
import type { ImageFacts, StoredImage } from '../image.ts'
import type { Expectation, Inspection, InspectionOptions } from '../inspection.ts'
import { imageBinding } from '../storage/image-binding.ts'
import { listImages, setImageFacts } from '../storage/image-store.ts'

export interface InspectedImage {
  readonly image: StoredImage
  readonly inspection: Inspection
}

interface StoredImages extends Pick<Expectation, 'idType'> {
  readonly verificationId: string
  readonly dataKey: EncryptionKey
}

/**
 * One after the other, so that an image of the console waits for one of each running job at most.
 * @throws AppError `unavailable` where the decoder hangs or cannot be started; DecryptError, or ENOENT, when an image
 * was damaged or removed; the signal's reason
 */
export async function inspectStored(
  { db, files, images }: Pick<Appliance, 'db' | 'files' | 'images'>,
  { verificationId, dataKey, idType }: StoredImages,
  options: InspectionOptions,
): Promise<readonly InspectedImage[]> {
  const inspected: InspectedImage[] = []
  for (const image of await listImages(db.reader, verificationId)) {
    const { role, file } = image
    const open = () => files.read(file, dataKey, imageBinding(role))
    const inspection = await images.inspect(open, { role, idType }, options)
    inspected.push({ image, inspection })
  }
  return inspected
}

/** Stores what decoding found where it differs from what the header said. */
export async function correctFacts(trx: Trx, inspected: readonly InspectedImage[]): Promise<void> {
  for (const { image, inspection } of inspected) {
    if (inspection.kind !== 'readable' || isSame(image.facts, inspection.facts)) continue
    await setImageFacts(trx, image.id, inspection.facts)
  }
}

function isSame(one: ImageFacts, other: ImageFacts): boolean {
  return (
    one.format === other.format &&
    one.width === other.width &&
    one.height === other.height &&
    one.orientation === other.orientation
  )
}
