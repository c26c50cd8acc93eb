// Parses instants in requests: ISO 8601 with a zone, or a plain date.

import { z } from 'zod'
import { adviceOnUrls } from './advice-on-urls.ts'
import { typeFault } from './field-shape.ts'

/** Latest instant with a four-digit year; an offset could go beyond it. */
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z')

const withZone = z.iso.datetime({ offset: true })
const plainDate = z.iso.date()

/**
 * Of the forms of ISO 8601 those that languages write by themselves: without seconds, without a colon in the offset.
 */
const written = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d(?:\.\d+)?)?(?:(Z)|([+-]\d\d)(?::?(\d\d))?)$/i

/** Returns the instant as RFC 3339 writes it, with the same offset; undefined for what is none, or has no zone. */
export function rfc3339(text: string): string | undefined {
  const parts = written.exec(text)
  if (parts === null) return undefined
  const [, date, minutes, seconds = ':00', utc, offsetHours, offsetMinutes = '00'] = parts
  const zone = utc === undefined ? `${offsetHours}:${offsetMinutes}` : 'Z'
  const whole = `${date}T${minutes}${seconds}${zone}`
  return withZone.safeParse(whole).success ? whole : undefined
}

/** An unencoded `+` in a URL arrives as a space. Before an offset it can only have been a `+`. */
const spacedOffset = /^(\d{4}-\d\d-\d\dT[\d:.]+) (\d\d(?::?\d\d)?)$/i

/** Returns milliseconds since 1970, limited to 1970 to 9999; undefined if malformed. A date means its start in UTC. */
export function parseInstant(text: string): number | undefined {
  const isDate = plainDate.safeParse(text).success
  const whole = isDate ? text : rfc3339(text.replace(spacedOffset, '$1+$2'))
  return whole === undefined ? undefined : Math.min(Math.max(0, Date.parse(whole)), lastInstant)
}

/** For the OpenAPI document. */
const dateTime = { type: 'string', format: 'date-time' } as const
const date = { type: 'string', format: 'date' } as const

const shape = 'an instant such as 2026-11-21T09:30:00Z, or a date such as 2026-11-21'

/** Schema of a request field that is parsed to milliseconds since 1970. */
export function instantOrDate(name: string) {
  const field = z.string({ error: typeFault(name, shape) }).meta({ anyOf: [dateTime, date] })
  return field.transform((text, context): number => {
    const instantMs = parseInstant(text)
    if (instantMs !== undefined) return instantMs
    const isSpaced = text.includes(' ')
    const message = `${name} must be ${shape}.${isSpaced ? adviceOnUrls : ''}`
    context.addIssue({ code: 'custom', message, input: text })
    return z.NEVER
  })
}
