// Parses requests about approvals; reports all faults at once.

import { z } from 'zod'
import { parseOrRefuse } from '../kernel/parse-or-refuse.ts'

const approvalNoteCharactersMax = 1000

const shapes = {
  list: z.object({
    state: z
      .enum(['pending', 'past'], { error: 'state must be one of pending, past.' })
      .default('pending'),
  }),
  decision: z.object({
    decision: z.enum(['approve', 'refuse'], { error: 'decision must be one of approve, refuse.' }),
    note: z
      .string({ error: 'note is a text.' })
      .trim()
      .max(approvalNoteCharactersMax, `note has at most ${approvalNoteCharactersMax} characters.`)
      .nullish()
      .transform((text) => (text ? text : undefined)),
  }),
}

type Shapes = typeof shapes

/** @throws AppError `invalid_request` with every fault; no message quotes the input */
export function parseApproval<Name extends keyof Shapes>(
  name: Name,
  given: unknown,
): z.output<Shapes[Name]>
export function parseApproval(name: keyof Shapes, given: unknown): unknown {
  return parseOrRefuse(shapes[name], given, { absentCode: 'invalid' })
}
