// What Smile ID read on the document, cleaned: absent rather than `Not Available`, and dates only where
// they are real. Pure.

import type { DocumentReadings } from '../provider.ts'
import type { SmileResult } from './protocol.ts'

/** Longer than any name or number on a document; such a text is no reading. */
const readingCharactersMax = 200

const absent: ReadonlySet<string> = new Set(['', 'not available', 'n/a', 'null', 'undefined'])

export function readDocument(result: SmileResult): DocumentReadings {
  const readings: Record<keyof DocumentReadings, string | undefined> = {
    fullName: readText(result.FullName),
    firstName: readText(result.FirstName),
    lastName: readText(result.LastName),
    otherNames: readText(result.OtherName),
    dateOfBirth: readDate(result.DOB),
    idNumber: readText(result.IDNumber),
    expiresOn: readDate(result.ExpirationDate),
  }
  const said = Object.entries(readings).filter(([, value]) => value !== undefined)
  return Object.fromEntries(said)
}

function readText(value: string | undefined): string | undefined {
  if (value === undefined || value.length > readingCharactersMax) return undefined
  return absent.has(value.toLowerCase()) ? undefined : value
}

/** `YYYY-MM-DD`, alone or before a time of day. Any other order of day and month could be misread. */
function readDate(value: string | undefined): string | undefined {
  const date = /^(\d{4}-\d\d-\d\d)(?:[T ].*)?$/.exec(value ?? '')?.[1]
  if (date === undefined) return undefined
  const midnightMs = Date.parse(`${date}T00:00:00Z`)
  // Date.parse takes 30 February for 1 March.
  const real = !Number.isNaN(midnightMs) && new Date(midnightMs).toISOString().startsWith(date)
  return real ? date : undefined
}
