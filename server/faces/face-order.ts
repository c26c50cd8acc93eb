// The protocol between the command that measures a face model and the process that runs the model. Answers are
// validated like any other input.

import { z } from 'zod'

export type FaceOrder =
  /** The program reads the file by itself; only a model of that SHA-256 is loaded. */
  | { readonly kind: 'load'; readonly file: string; readonly sha256: string }
  /** The frame's body is the picture. */
  | { readonly kind: 'embed' }

export const faceProgramAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('unavailable') }),
  z.object({ kind: z.literal('loaded') }),
  /** The file cannot be read or holds other bytes; or they are no model, or one with other inputs and outputs. */
  z.object({ kind: z.literal('unusable') }),
  /** The process is a new one, which has no model yet. */
  z.object({ kind: z.literal('no_model') }),
  /** The picture does not decode, or the model gives it no direction. */
  z.object({ kind: z.literal('failed') }),
  /** The frame's body is the embedding: 32-bit floats of this machine's byte order. */
  z.object({ kind: z.literal('embedded') }),
])
export type FaceProgramAnswer = z.infer<typeof faceProgramAnswer>
