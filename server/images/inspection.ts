// The result of inspecting one uploaded image: is it a JPEG or PNG that decodes within the limits,
// which way up is it, and is it good enough to pay a provider for. Also the checks before decoding,
// of first bytes and header. Pure.

import type { ImageRole, ProviderSubmission } from '../providers/provider.ts'
import { heldBytesMax, imageSidePixelsMax, imageSidePixelsMin } from './decode-limits.ts'
import { type ImageFacts, type ImageFinding, type ImageFormat, imagePixelsMax } from './image.ts'
import type { Anomaly, ImageHeader } from './image-header.ts'
import type { QualityFigures } from './quality-limits.ts'
import { readHeader } from './read-header.ts'
import { describeUnknownFormat, sniffFormat } from './sniff.ts'

/** What the image should show; the quality limits depend on it. */
export interface Expectation {
  readonly role: ImageRole
  readonly idType: ProviderSubmission['idType']
}

type ImageRefusalCode =
  /** Neither a JPEG nor a PNG by content. */
  | 'not_an_image'
  /** More than 40 megapixels, or a side beyond `imageSidePixelsMax`. */
  | 'too_many_pixels'
  /**
   * The longer side has fewer than `imageSidePixelsMin` pixels: nobody could read it (rulings 9.8).
   */
  | 'too_few_pixels'
  /** Truncated or corrupt. */
  | 'damaged'
  /** The decoder ran out of time or memory, or crashed. */
  | 'too_much_work'
  /** Animated, followed by other content, or built to exhaust the decoder. */
  | 'not_a_plain_image'

export type Inspection =
  | {
      readonly kind: 'readable'
      readonly facts: ImageFacts
      readonly findings: readonly ImageFinding[]
      /** Undefined exactly when quality was not measured. */
      readonly figures: QualityFigures | undefined
    }
  | ImageRefusal

/**
 * `message` is for the client and follows the name of the field (`is empty. Send ...`): it says
 * what to do next and quotes nothing of the image.
 */
export interface ImageRefusal {
  readonly kind: 'refused'
  readonly code: ImageRefusalCode
  readonly message: string
}

export interface InspectionOptions {
  readonly measureQuality: boolean
  /** Aborts the wait for a decoder and every step after the one under way. */
  readonly signal?: AbortSignal
}

/** An image that may be decoded. */
interface Admitted {
  readonly kind: 'admitted'
  readonly format: ImageFormat
  /** Bytes that the decoder must hold at once. */
  readonly heldBytes: number
}

/**
 * Checks the first bytes and the header. Nothing is decoded, so an image of any size costs little.
 */
export function admitImage(bytes: Buffer): Admitted | ImageRefusal {
  const format = sniffFormat(bytes)
  if (format === undefined) return refuse('not_an_image', describeUnknownFormat(bytes))
  const header = readHeader(bytes, format)
  if (header === undefined) return refusals.damaged
  return refuseHeader(header) ?? { kind: 'admitted', format, heldBytes: header.heldBytes }
}

function refuse(code: ImageRefusalCode, message: string): ImageRefusal {
  return { kind: 'refused', code, message }
}

const unusual = 'is stored in an unusual way. Save it again as a plain JPEG or PNG.'

/** Refusals that only decoding can cause. */
export const refusals = {
  damaged: refuse(
    'damaged',
    'is cut off or damaged and cannot be opened. Take it again, or send the original file.',
  ),
  tooMuchWork: refuse(
    'too_much_work',
    'takes too much time or memory to open. Save it again as a plain JPEG or PNG.',
  ),
} as const

const anomalyMessages: Record<Anomaly, string> = {
  animated: 'is animated. Send a still photo as JPEG or PNG.',
  trailing_content:
    'is a PNG followed by content that is not part of it. Save it again as JPEG or PNG.',
  too_many_scans: unusual,
  too_many_segments:
    'has thousands of comments or other blocks beside the image. Save it again as a plain JPEG or PNG.',
}

function refuseHeader({ width, height, heldBytes, anomaly }: ImageHeader) {
  const longSide = Math.max(width, height)
  if (width * height > imagePixelsMax) {
    const message = `has more than ${imagePixelsMax / 1e6} megapixels. Send a smaller one.`
    return refuse('too_many_pixels', message)
  }
  if (longSide > imageSidePixelsMax) {
    const message = `is longer than ${imageSidePixelsMax} pixels on one side. Send a smaller one.`
    return refuse('too_many_pixels', message)
  }
  if (heldBytes > heldBytesMax) return refuse('not_a_plain_image', unusual)
  if (anomaly !== undefined) return refuse('not_a_plain_image', anomalyMessages[anomaly])
  if (longSide >= imageSidePixelsMin) return undefined
  const message = `is too small to be read: its longer side is ${longSide} pixels, at least ${imageSidePixelsMin} are needed. Send the photo as the camera took it.`
  return refuse('too_few_pixels', message)
}
