// Cleans the values that Smile ID read on the document: absent instead of `Not Available`, and an
// expiry date only where it exists. Pure.

import { isRealDate } from '../../kernel/real-date.ts'
import { documentTypes } from '../../markets/market.ts'
import type { DocumentReadings, SeenDocument } from '../provider.ts'
import { isAbsent } from './absent-text.ts'
import { documentCodes } from './document-codes.ts'
import type { SmileResult } from './protocol.ts'

/** Characters of one reading; a longer text is not a name or number of a document. */
const readingCharactersMax = 200

export function readDocument(result: SmileResult): DocumentReadings {
  const readings: Record<keyof DocumentReadings, string | undefined> = {
    fullName: readText(result.FullName),
    firstName: readText(result.FirstName),
    lastName: readText(result.LastName),
    otherNames: readText(result.OtherName),
    dateOfBirth: readBirthDate(result.DOB),
    idNumber: readText(result.IDNumber),
    otherIdNumber: readText(result.SecondaryIDNumber) ?? readText(result.Secondary_ID_Number),
    expiresOn: readDate(result.ExpirationDate),
  }
  const present = Object.entries(readings).filter(([, value]) => value !== undefined)
  return Object.fromEntries(present)
}

/** Older names of documents, and a country in words, say nothing certain. */
export function seenDocument({ Country: country = '', IDType: code }: SmileResult): SeenDocument {
  const idType = documentTypes.find((type) => documentCodes[type] === code)
  return {
    ...(/^[A-Z]{2}$/.test(country) ? { country } : {}),
    ...(idType === undefined ? {} : { idType }),
  }
}

function readText(value: string | undefined): string | undefined {
  if (value === undefined || value.length > readingCharactersMax) return undefined
  return isAbsent(value) ? undefined : value
}

/**
 * A date that is not understood is kept as it came: dropped, it would agree with every claim. Zeros
 * and `NaN` stand for no date.
 */
function readBirthDate(value: string | undefined): string | undefined {
  const text = readText(value)
  return readDate(text) ?? (/[1-9]/.test(text ?? '') ? text : undefined)
}

/**
 * Accepts `YYYY-MM-DD`, alone or before a time of day. Any other order of day and month could be
 * misread.
 */
function readDate(value: string | undefined): string | undefined {
  const date = /^(\d{4}-\d\d-\d\d)(?:[T ].*)?$/.exec(value ?? '')?.[1]
  return date !== undefined && isRealDate(date) ? date : undefined
}
