// Returns one image of a verification for the console. It is decrypted in memory only.

import type { Appliance } from '../appliance.ts'
import { DecryptError, type EncryptionKey } from '../crypto/encrypt.ts'
import type { Reader } from '../db/transaction.ts'
import { hasCode } from '../kernel/has-code.ts'
import { type ImagePart, portraitByLayout } from '../markets/document-layouts.ts'
import type { DocumentType } from '../markets/market.ts'
import type { ImageRole } from '../providers/provider.ts'
import type { ImageFacts } from './image.ts'
import { UndecodableError } from './inspection.ts'
import { imageBinding } from './storage/image-binding.ts'
import { listImages } from './storage/image-store.ts'

export interface ShowNeeds extends Pick<Appliance, 'files' | 'images'> {
  readonly db: { readonly reader: Reader }
}

/**
 * `portrait`: the part of a document with the portrait, by its zone or else by its layout. `zone`: the part with its
 * machine-readable zone.
 */
export const imageSizes = ['preview', 'full', 'portrait', 'zone'] as const
export type ImageSize = (typeof imageSizes)[number]

/** Longest side of a preview in pixels. */
export const previewPixelsMax = 1000

interface AskedImage {
  readonly verificationId: string
  readonly role: ImageRole
  readonly size: ImageSize
  readonly idType: DocumentType
  /** Of a `zone` and of a `portrait` by it: where they were found. */
  readonly part?: ImagePart | undefined
  readonly dataKey: EncryptionKey
  readonly signal: AbortSignal
  /** Takes the copy that was made before, if one was. */
  readonly takePrepared?: () => Buffer | undefined
}

/**
 * Returns a JPEG; undefined where there is no such image, or it was damaged or removed.
 * @throws AppError `unavailable` while too many images wait; the signal's reason
 */
export async function showImage(needs: ShowNeeds, asked: AskedImage): Promise<Buffer | undefined> {
  const { verificationId, role, size, dataKey, signal } = asked
  const images = await listImages(needs.db.reader, verificationId)
  const image = images.find((one) => one.role === role)
  if (image === undefined) return undefined
  const prepared = asked.takePrepared?.()
  if (prepared !== undefined) return prepared
  const open = () => needs.files.read(image.file, dataKey, imageBinding(role))
  const sidePixelsMax = size === 'full' ? null : previewPixelsMax
  const crop = cropOf(asked, image.facts)
  try {
    return await needs.images.toScreenJpeg(open, image.facts, { sidePixelsMax, crop, signal })
  } catch (error) {
    const isLost = error instanceof DecryptError || error instanceof UndecodableError
    if (isLost || hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

function cropOf({ size, idType, part }: AskedImage, facts: ImageFacts): ImagePart | null {
  if (part !== undefined) return part
  return size === 'portrait' ? portraitByLayout(idType, facts) : null
}
