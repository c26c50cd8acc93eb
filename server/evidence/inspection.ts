// What is told of one picture as it was sent: is it a JPEG or PNG that decodes within bounds, which way up
// is it, and is it good enough to pay a provider for. The gates before the decoder stand here: first bytes
// and header. Pure.

import type { ImageRole, ProviderSubmission } from '../providers/provider.ts'
import { heldBytesMax, imageSidePixelsMax, imageSidePixelsMin } from './decode-limits.ts'
import { type Finding, type ImageFacts, type ImageFormat, imagePixelsMax } from './evidence.ts'
import type { Oddity, PictureHeader } from './picture-header.ts'
import type { QualityFigures } from './quality-limits.ts'
import { readHeader } from './read-header.ts'
import { describeUnknownFormat, sniffFormat } from './sniff.ts'

/** What the picture is meant to show; the limits of quality depend on it. */
export interface Expectation {
  readonly role: ImageRole
  readonly idType: ProviderSubmission['idType']
}

export type ImageRefusalCode =
  /** Neither JPEG nor PNG by its content. */
  | 'not_an_image'
  /** More than 40 megapixels, or a side beyond `imageSidePixelsMax`. */
  | 'too_many_pixels'
  /** The longer side has fewer than `imageSidePixelsMin`: nobody could read it (rulings 9.8). */
  | 'too_few_pixels'
  /** Cut off or corrupt. */
  | 'damaged'
  /** The decoder ran out of time or memory, or broke down over it. */
  | 'too_much_work'
  /** A picture with something else in it: animated, followed by other content, built to exhaust. */
  | 'not_a_plain_image'

export type Inspection =
  | {
      readonly kind: 'readable'
      readonly facts: ImageFacts
      readonly findings: readonly Finding[]
      /** Undefined exactly when quality was not to be measured. */
      readonly figures: QualityFigures | undefined
    }
  | ImageRefusal

/**
 * `message` is meant for the client, to follow the name of the field (`is empty. Send ...`): it says what
 * to do next, and quotes nothing of the picture.
 */
export interface ImageRefusal {
  readonly kind: 'refused'
  readonly code: ImageRefusalCode
  readonly message: string
}

export interface InspectionOptions {
  readonly measureQuality: boolean
  /** Ends the wait for a free place and what comes after the step under way. */
  readonly signal?: AbortSignal
}

/** A picture that the decoder may be given. */
export interface Admitted {
  readonly kind: 'admitted'
  readonly format: ImageFormat
  /** What the decoder will have to hold at once. */
  readonly heldBytes: number
}

/** Looks at the first bytes and the header; nothing is decoded, so a picture of any size costs little. */
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

/** What the decoder finds out. */
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

const oddityMessages: Record<Oddity, string> = {
  animated: 'is animated. Send a still photo as JPEG or PNG.',
  trailing_content:
    'is a PNG followed by content that is not part of it. Save it again as JPEG or PNG.',
  too_many_scans: unusual,
  too_many_segments:
    'has thousands of notes beside the picture. Save it again as a plain JPEG or PNG.',
}

function refuseHeader({ width, height, heldBytes, oddity }: PictureHeader) {
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
  if (oddity !== undefined) return refuse('not_a_plain_image', oddityMessages[oddity])
  if (longSide >= imageSidePixelsMin) return undefined
  const message = `is too small to be read: its longer side is ${longSide} pixels, at least ${imageSidePixelsMin} are needed. Send the photo as the camera took it.`
  return refuse('too_few_pixels', message)
}
