// Opens one picture of a verification for a person to look at. It is decrypted in memory and nowhere else.

import { type SealingKey, UnsealError } from '../crypto/seal.ts'
import type { Reader } from '../db/transaction.ts'
import type { ImageRole } from '../providers/provider.ts'
import { evidenceBoundTo } from './evidence-bound-to.ts'
import type { EvidenceFiles } from './evidence-files.ts'
import { listEvidence } from './evidence-store.ts'
import type { ImageReader } from './inspect-image.ts'

export interface ShowNeeds {
  readonly db: { readonly reader: Reader }
  readonly files: EvidenceFiles
  readonly images: ImageReader
}

export const pictureSizes = ['preview', 'full'] as const
export type PictureSize = (typeof pictureSizes)[number]

/** Longest side of a preview. */
export const previewPixelsMax = 1000

export interface AskedPicture {
  readonly verificationId: string
  readonly role: ImageRole
  readonly size: PictureSize
  readonly dataKey: SealingKey
  readonly signal: AbortSignal
}

/**
 * JPEG. undefined where there is none, or it was damaged or removed.
 * @throws AppError `unavailable` while too many wait; the signal's reason
 */
export async function showPicture(
  needs: ShowNeeds,
  { verificationId, role, size, dataKey, signal }: AskedPicture,
): Promise<Buffer | undefined> {
  const pictures = await listEvidence(needs.db.reader, verificationId)
  const picture = pictures.find((one) => one.role === role)
  if (picture === undefined) return undefined
  const open = () => needs.files.read(picture.file, dataKey, evidenceBoundTo(role))
  const sidePixelsMax = size === 'preview' ? previewPixelsMax : undefined
  try {
    return await needs.images.toScreenJpeg(open, picture.facts, { sidePixelsMax, signal })
  } catch (error) {
    if (error instanceof UnsealError || isMissingFile(error)) return undefined
    throw error
  }
}

function isMissingFile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
