// Parses requests about approvals; reports all faults at once.

import { z } from 'zod'
import { parserOf } from '../kernel/parse-or-refuse.ts'

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

export const parseApproval = parserOf(shapes, { absentCode: 'invalid' })
