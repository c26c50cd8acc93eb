// Parses requests to erase and to hold verifications; reports all faults at once.

import { z } from 'zod'
import { dayMs } from '../kernel/durations.ts'
import { parserOf } from '../kernel/parse-or-refuse.ts'
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
    until: z
      .string({ error: 'until is a day, such as 2027-03-31.' })
      .regex(/^\d{4}-\d{2}-\d{2}$/, 'until must be a day, such as 2027-03-31.')
      .nullish()
      .transform((day) => (day ? endOfDay(day) : undefined)),
  }),
  end: z.object({
    on: z
      .string({ error: 'on is a day, such as 2026-03-31.' })
      .regex(/^\d{4}-\d{2}-\d{2}$/, 'on must be a day, such as 2026-03-31.')
      .transform((day) => Date.parse(day))
      .refine((instant) => Number.isFinite(instant), 'on must be a day of the calendar.'),
  }),
}

/** A hold is in force for the whole of its last day, UTC. */
function endOfDay(day: string): number {
  const start = Date.parse(day)
  return Number.isFinite(start) ? start + dayMs : 0
}

export const parseErasure = parserOf(shapes, { absentCode: 'invalid' })
