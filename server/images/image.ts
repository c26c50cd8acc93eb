// The images of one verification: their formats, limits, facts and quality findings.

import type { ImageRole } from '../providers/provider.ts'
import type { Scan } from './scan.ts'

export type ImageFormat = 'jpeg' | 'png'

/** Limits of one image (rulings 4.4). */
export const imageBytesMax = 10 * 1024 * 1024
export const imagePixelsMax = 40_000_000

/** What inspection finds out about an image. Width and height are those of the upright image. */
export interface ImageFacts {
  readonly format: ImageFormat
  readonly width: number
  readonly height: number
  /** EXIF orientation 1 to 8; 1 is upright. */
  readonly orientation: number
}

export const imageFindingCodes = [
  'image_too_small',
  'image_too_narrow',
  'image_blurred',
  'image_compressed',
  'image_glare',
  'image_dark',
] as const
export type ImageFindingCode = (typeof imageFindingCodes)[number]

/** One quality finding: the measured figure and the limit that it misses, both in `unit`. */
export interface ImageFinding {
  readonly role: ImageRole
  readonly code: ImageFindingCode
  readonly figure: number
  readonly limit: number
  readonly unit: string
}

export interface StoredImage {
  readonly id: string
  readonly verificationId: string
  readonly role: ImageRole
  readonly facts: ImageFacts
  readonly bytes: number
  /** SHA-256 of the uploaded image, hex. */
  readonly sha256: string
  /** Path of the encrypted file below the images folder. */
  readonly file: string
  readonly scan: Scan
  readonly createdAt: number
}
