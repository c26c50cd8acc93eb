// The result of inspecting one uploaded image: is it a JPEG or PNG that decodes within the limits,
// which way up is it, and is it good enough to pay a provider for. Pure.

import type { ImageRole, ProviderSubmission } from '../providers/provider.ts'
import type { ImageFacts, ImageFinding } from './image.ts'
import type { QualityFigures } from './quality/quality-limits.ts'

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
  /** Of a verification that was accepted: it waits, however many wait already. */
  readonly isAccepted?: boolean
  /** Of an image that may be why decoders hung before: where one hangs again the image is refused. */
  readonly isLastTry?: boolean
  /** Aborts the wait for a decoder and every step after the one under way. */
  readonly signal?: AbortSignal
}

export function refuseImage(code: ImageRefusalCode, message: string): ImageRefusal {
  return { kind: 'refused', code, message }
}

/** Thrown where a copy of an image is asked for that does not decode. */
export class UndecodableError extends Error {
  constructor() {
    super('the image does not decode')
  }
}

/** Refusals whatever the header says. */
export const refusals = {
  damaged: refuseImage(
    'damaged',
    'is cut off or damaged and cannot be opened. Take it again, or send the original file.',
  ),
  tooMuchWork: refuseImage(
    'too_much_work',
    'takes too much time or memory to open. Save it again as a plain JPEG or PNG.',
  ),
} as const
