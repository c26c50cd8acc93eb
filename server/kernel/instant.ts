// Instants as clients write them, read in one way wherever a request may hold one: ISO 8601 with a zone,
// or a plain date.

import { z } from 'zod'
import type { Fault } from './app-error.ts'
import { typeFault } from './field-shape.ts'

/** An offset reaches beyond it, where an instant cannot be written any more. */
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z')

const withZone = z.iso.datetime({ offset: true })
const plainDate = z.iso.date()

/** A `+` that a URL carries as it is arrives as a space. Before an offset it can have been nothing else. */
const spacedOffset = /^(\d{4}-\d\d-\d\dT[\d:.]+) (\d\d:\d\d)$/

/** Milliseconds since 1970, not before that and within the years that can be written; a date is its first instant, UTC. */
export function parseInstant(text: string): number | undefined {
  const written = text.replace(spacedOffset, '$1+$2')
  const isTaken = withZone.safeParse(written).success || plainDate.safeParse(written).success
  return isTaken ? Math.min(Math.max(0, Date.parse(written)), lastInstant) : undefined
}

/** As the interface document has them. */
const dateTime = { type: 'string', format: 'date-time' } as const
const date = { type: 'string', format: 'date' } as const

const shape = 'an instant such as 2026-11-21T09:30:00Z, or a date such as 2026-11-21'

/** A field of a request, in milliseconds. */
export function instantOrDate(name: string) {
  const field = z.string({ error: typeFault(name, shape) }).meta({ anyOf: [dateTime, date] })
  return field.transform((text, context): number => {
    const instantMs = parseInstant(text)
    if (instantMs !== undefined) return instantMs
    const isSpaced = text.includes(' ')
    const message = `${name} must be ${shape}.${isSpaced ? ' In a URL the + of an offset is written %2B.' : ''}`
    context.addIssue({ code: 'custom', message, input: text })
    return z.NEVER
  })
}

/** What is wrong with a span of time that ends before it begins; a span of nothing is one. */
export function faultOfSpan(
  [fromName, from]: readonly [name: string, instantMs: number | undefined],
  [toName, to]: readonly [name: string, instantMs: number | undefined],
): readonly Fault[] {
  if (from === undefined || to === undefined || from <= to) return []
  const message = `${toName} must not be before ${fromName}.`
  return [{ param: toName, code: 'invalid', message }]
}
