// The protocol between the command that measures a face model and the process that runs the model. Answers are
// validated like any other input.

import { z } from 'zod'

/** The frame's body is the model, or the picture. */
export type FaceOrder = { readonly kind: 'load' } | { readonly kind: 'embed' }

export const faceProgramAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('unavailable') }),
  z.object({ kind: z.literal('loaded') }),
  /** The bytes are no model, or one with other inputs and outputs. */
  z.object({ kind: z.literal('unusable') }),
  /** The process is a new one, which has no model yet. */
  z.object({ kind: z.literal('no_model') }),
  /** The picture does not decode, or the model gives it no direction. */
  z.object({ kind: z.literal('failed') }),
  /** The frame's body is the embedding: 32-bit floats of this machine's byte order. */
  z.object({ kind: z.literal('embedded') }),
])
export type FaceProgramAnswer = z.infer<typeof faceProgramAnswer>
