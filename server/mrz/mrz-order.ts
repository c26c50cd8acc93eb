// The protocol between the server and the process that reads zones. Answers are validated like any other input.

import { z } from 'zod'

/** The picture is the frame's body. */
export interface MrzOrder {
  /** Today's, for the centuries of dates. */
  readonly year: number
  /** Milliseconds of processor time after which nothing new is tried. */
  readonly tryingMsMax: number
}

const point = z.object({ x: z.number(), y: z.number() })
const line = z.string().regex(/^[0-9A-Z<]{30,44}$/)

/** The document is parsed again from the lines, so that it need not be believed. */
export const mrzProgramAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('unavailable'), reason: z.string().max(200) }),
  z.object({ kind: z.literal('failed') }),
  z.object({ kind: z.literal('no_zone') }),
  z.object({
    kind: z.literal('read'),
    verdict: z.enum(['valid', 'doubtful', 'document_inconsistent']),
    lines: z.array(line).min(2).max(3),
    zone: z.object({ topLeft: point, topRight: point, bottomRight: point, bottomLeft: point }),
    confidence: z.number().min(0).max(1),
  }),
])
export type MrzProgramAnswer = z.infer<typeof mrzProgramAnswer>
