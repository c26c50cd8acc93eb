// Returns one image of a verification for the console. It is decrypted in memory only.

import type { Appliance } from '../appliance.ts'
import { DecryptError, type EncryptionKey } from '../crypto/encrypt.ts'
import type { Reader } from '../db/transaction.ts'
import type { ImageRole } from '../providers/provider.ts'
import { imageBinding } from './image-binding.ts'
import { listImages } from './image-store.ts'

export interface ShowNeeds extends Pick<Appliance, 'files' | 'images'> {
  readonly db: { readonly reader: Reader }
}

export const imageSizes = ['preview', 'full'] as const
export type ImageSize = (typeof imageSizes)[number]

/** Longest side of a preview in pixels. */
const previewPixelsMax = 1000

interface AskedImage {
  readonly verificationId: string
  readonly role: ImageRole
  readonly size: ImageSize
  readonly dataKey: EncryptionKey
  readonly signal: AbortSignal
}

/**
 * Returns a JPEG; undefined where there is no such image, or it was damaged or removed.
 * @throws AppError `unavailable` while too many images wait; the signal's reason
 */
export async function showImage(
  needs: ShowNeeds,
  { verificationId, role, size, dataKey, signal }: AskedImage,
): Promise<Buffer | undefined> {
  const images = await listImages(needs.db.reader, verificationId)
  const image = images.find((one) => one.role === role)
  if (image === undefined) return undefined
  const open = () => needs.files.read(image.file, dataKey, imageBinding(role))
  const sidePixelsMax = size === 'preview' ? previewPixelsMax : undefined
  try {
    return await needs.images.toScreenJpeg(open, image.facts, { sidePixelsMax, signal })
  } catch (error) {
    if (error instanceof DecryptError || isMissingFile(error)) return undefined
    throw error
  }
}

function isMissingFile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
