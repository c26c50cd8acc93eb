// Instants as clients write them, read in one way wherever a request may hold one: ISO 8601 with a zone,
// and a plain date where that is enough.

import { z } from 'zod'

/** An offset reaches beyond it, where an instant cannot be written any more. */
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z')

const withZone = z.iso.datetime({ offset: true })
const plainDate = z.iso.date()

/** A `+` that a URL carries as it is arrives as a space. Before an offset it can have been nothing else. */
const spacedOffset = /^(\d{4}-\d\d-\d\dT[\d:.]+) (\d\d:\d\d)$/

/** Milliseconds since 1970, not before that and within the years that can be written; a date is its first instant, UTC. */
export function parseInstant(text: string, takes: 'instant' | 'instant_or_date') {
  const written = text.replace(spacedOffset, '$1+$2')
  const isTaken =
    withZone.safeParse(written).success ||
    (takes === 'instant_or_date' && plainDate.safeParse(written).success)
  return isTaken ? Math.min(Math.max(0, Date.parse(written)), lastInstant) : undefined
}

/** As the interface document has them. */
const dateTime = { type: 'string', format: 'date-time' } as const
const date = { type: 'string', format: 'date' } as const

/** A field of a request, in milliseconds. */
export function instant(name: string) {
  const field = z.string({ error: refusalOf(name, '') }).meta(dateTime)
  return field.transform(reading(name, 'instant'))
}

/** @param missing what to say where there is none */
export function instantOrDate(name: string, missing?: string) {
  const field = z
    .string({
      error: ({ input }) => (input === undefined && missing) || refusalOf(name, orDate),
    })
    .meta({ anyOf: [dateTime, date] })
  return field.transform(reading(name, 'instant_or_date'))
}

const orDate = ', or a date such as 2026-11-21'

function reading(name: string, takes: Parameters<typeof parseInstant>[1]) {
  return (text: string, context: z.RefinementCtx): number => {
    const instantMs = parseInstant(text, takes)
    if (instantMs !== undefined) return instantMs
    const refusal = refusalOf(name, takes === 'instant' ? '' : orDate)
    const message = text.includes(' ')
      ? `${refusal} In a URL the + of an offset is written %2B.`
      : refusal
    context.addIssue({ code: 'custom', message, input: text })
    return z.NEVER
  }
}

function refusalOf(name: string, orElse: string): string {
  return `${name} is an instant such as 2026-11-21T09:30:00Z${orElse}.`
}
