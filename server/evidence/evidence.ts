// Evidence: the pictures of one verification. What they are, and what was found in them before anyone paid.

import type { ImageRole } from '../providers/provider.ts'
import type { Scan } from './scan.ts'

export type ImageFormat = 'jpeg' | 'png'

/** Limits of one picture (rulings 4.4). */
export const imageBytesMax = 10 * 1024 * 1024
export const imagePixelsMax = 40_000_000

/** What a look at a picture's content tells. Width and height are those of the upright picture. */
export interface ImageFacts {
  readonly format: ImageFormat
  readonly width: number
  readonly height: number
  /** EXIF orientation 1 to 8; 1 is upright. */
  readonly orientation: number
}

export const findingCodes = [
  'image_too_small',
  'image_too_narrow',
  'image_blurred',
  'image_compressed',
  'image_glare',
  'image_dark',
] as const
export type FindingCode = (typeof findingCodes)[number]

/** One quality finding: the figure measured and the limit that it misses, both in `unit`. */
export interface Finding {
  readonly role: ImageRole
  readonly code: FindingCode
  readonly figure: number
  readonly limit: number
  readonly unit: string
}

export interface Evidence {
  readonly id: string
  readonly verificationId: string
  readonly role: ImageRole
  readonly facts: ImageFacts
  readonly bytes: number
  /** SHA-256 of the picture as it was sent, hex. */
  readonly sha256: string
  /** Place of the sealed file below the evidence folder. */
  readonly file: string
  readonly scan: Scan
  readonly createdAt: number
}
