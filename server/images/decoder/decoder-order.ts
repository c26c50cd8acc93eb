// The protocol between the server and the decoder process: orders and answers. Answers are
// validated like any other external input. Pure. The decoder imports only types of it, so that it does not load zod.

import { z } from 'zod'
import type { ImageFacts, ImageFormat } from '../image.ts'
import type { ScreenCopy } from './screen-copy.ts'

/** With the seconds after which the decoder gives up, wall clock. */
export type DecoderOrder = DecoderTask & { readonly secondsMax: number }

/** What the decoder does with the image that comes with the order. */
export type DecoderTask =
  | { readonly kind: 'inspect'; readonly format: ImageFormat; readonly measureQuality: boolean }
  | { readonly kind: 'provider_copy'; readonly facts: ImageFacts }
  | ({ readonly kind: 'screen_copy'; readonly facts: ImageFacts } & ScreenCopy)

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
  /** Truncated, corrupt, or not in the format of the order. */
  z.object({ kind: z.literal('damaged') }),
  /** The decoder gave up after `secondsMax`, because the image is too much work. */
  z.object({ kind: z.literal('too_slow') }),
  /** It gave up as late, but had hardly any processor time: the machine is overloaded. */
  z.object({ kind: z.literal('starved') }),
  /** The frame's body is the copy, a JPEG. */
  z.object({ kind: z.literal('copied') }),
])
export type DecoderAnswer = z.infer<typeof decoderAnswer>
