// Returns one image of a verification for the console. It is decrypted in memory only.

import type { Appliance } from '../appliance.ts'
import { DecryptError, type EncryptionKey } from '../crypto/encrypt.ts'
import type { Reader } from '../db/transaction.ts'
import { portraitBox } from '../markets/document-layouts.ts'
import type { DocumentType } from '../markets/market.ts'
import type { ImageRole } from '../providers/provider.ts'
import { imageBinding } from './image-binding.ts'
import { listImages } from './image-store.ts'

export interface ShowNeeds extends Pick<Appliance, 'files' | 'images'> {
  readonly db: { readonly reader: Reader }
}

/** `portrait`: the part of a document where its layout has the portrait. */
export const imageSizes = ['preview', 'full', 'portrait'] as const
export type ImageSize = (typeof imageSizes)[number]

/** Longest side of a preview in pixels. */
const previewPixelsMax = 1000

interface AskedImage {
  readonly verificationId: string
  readonly role: ImageRole
  readonly size: ImageSize
  readonly idType: DocumentType
  readonly dataKey: EncryptionKey
  readonly signal: AbortSignal
}

/**
 * Returns a JPEG; undefined where there is no such image, or it was damaged or removed.
 * @throws AppError `unavailable` while too many images wait; the signal's reason
 */
export async function showImage(
  needs: ShowNeeds,
  { verificationId, role, size, idType, dataKey, signal }: AskedImage,
): Promise<Buffer | undefined> {
  const images = await listImages(needs.db.reader, verificationId)
  const image = images.find((one) => one.role === role)
  if (image === undefined) return undefined
  const open = () => needs.files.read(image.file, dataKey, imageBinding(role))
  const sidePixelsMax = size === 'full' ? null : previewPixelsMax
  const crop = size === 'portrait' ? portraitBox(idType, image.facts) : null
  try {
    return await needs.images.toScreenJpeg(open, image.facts, { sidePixelsMax, crop, signal })
  } catch (error) {
    if (error instanceof DecryptError || isMissingFile(error)) return undefined
    throw error
  }
}

function isMissingFile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
