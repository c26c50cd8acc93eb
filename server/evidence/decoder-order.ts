// What the server asks of the decoder and what it gets back: the one language of the two programs. Answers
// are parsed like anything else that comes from outside. Pure.

import { z } from 'zod'
import type { ImageFacts, ImageFormat } from './evidence.ts'

/** What is to be done with the picture that comes with it. */
export type DecoderOrder =
  | { readonly kind: 'inspect'; readonly format: ImageFormat; readonly measureQuality: boolean }
  | { readonly kind: 'provider_copy'; readonly facts: ImageFacts }
  | {
      readonly kind: 'screen_copy'
      readonly facts: ImageFacts
      /** Longest side; null for the size that it has. */
      readonly sidePixelsMax: number | null
    }

const facts = z.object({
  format: z.enum(['jpeg', 'png']),
  width: z.int().min(1),
  height: z.int().min(1),
  orientation: z.int().min(1).max(8),
})

const figures = z.object({
  longSidePixels: z.number(),
  shortSidePixels: z.number(),
  sharpness: z.number(),
  compressionStep: z.number(),
  brightnessLevel: z.number(),
  glarePercent: z.number(),
})

export const decoderAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('readable'), facts, figures: figures.nullable() }),
  /** Cut off, corrupt, or not what it was said to be. */
  z.object({ kind: z.literal('damaged') }),
  /** The decoder gave up after `decodeSecondsMax`. */
  z.object({ kind: z.literal('too_slow') }),
  /** The body is the copy: a JPEG. */
  z.object({ kind: z.literal('copied') }),
])
export type DecoderAnswer = z.infer<typeof decoderAnswer>

/** The longest answer: 40 megapixels of noise for the screen, at their full size. */
export const answerBytesMax = 64 * 1024 * 1024
