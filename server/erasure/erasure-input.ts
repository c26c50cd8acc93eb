// Parses requests to erase and to hold verifications; reports all faults at once.

import { z } from 'zod'
import { dayMs } from '../kernel/durations.ts'
import { parserOf } from '../kernel/parse-or-refuse.ts'
import { isRealDate } from '../kernel/real-date.ts'
import { erasureReasons } from './erasure-reason.ts'
import { holdReasons } from './hold.ts'

/** A file number, so that nobody writes a name: letters, digits and `/ . _ -`, without spaces. */
const reference = z
  .string({ error: 'reference is a text.' })
  .trim()
  .regex(
    /^[\p{L}\p{N}/._-]{1,64}$/u,
    'reference must be a file number of 1 to 64 letters, digits and / . _ - without spaces.',
  )

const shapes = {
  erasure: z.object({
    reason: z.enum(erasureReasons, {
      error: `reason must be one of ${erasureReasons.join(', ')}.`,
    }),
    authority_reference: reference.nullish().transform((text) => text ?? undefined),
  }),
  hold: z.object({
    reason: z.enum(holdReasons, { error: `reason must be one of ${holdReasons.join(', ')}.` }),
    reference: reference.nullish().transform((text) => text ?? undefined),
    // A hold is in force for the whole of its last day, UTC.
    until: day('until', '2027-03-31')
      .nullish()
      .transform((start) => (typeof start === 'number' ? start + dayMs : undefined)),
  }),
  end: z.object({ on: day('on', '2026-03-31') }),
}

/** The start of the day, UTC. */
function day(name: string, example: string) {
  return z
    .string({ error: `${name} is a day, such as ${example}.` })
    .refine(isRealDate, `${name} must be a day of the calendar, such as ${example}.`)
    .transform((text) => Date.parse(text))
}

export const parseErasure = parserOf(shapes, { absentCode: 'invalid' })
