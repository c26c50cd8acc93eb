// The values on an invented person's document: the image is printed with them, and the simulated
// provider reads exactly these. For the outcome `other_name_read` the document has another name.
// Pure.

import { toIsoDate } from '../../kernel/clock.ts'
import { dayMs } from '../../kernel/durations.ts'
import type { PrintedDocument } from '../smile-id-simulator/job.ts'
import type { LivePart } from './cast.ts'
import { otherNameThan } from './people.ts'

const yearDays = 365
const validYears = 10

/** `nowMs` is the end of the fortnight: documents expire relative to it. */
export function documentOf(
  { person, outcome }: Pick<LivePart, 'person' | 'outcome'>,
  nowMs: number,
): PrintedDocument {
  const { firstName, lastName } = outcome === 'other_name_read' ? otherNameThan(person) : person
  const serial = Number(person.idNumber.slice(-4))
  const expiresMs =
    nowMs + dayMs * (outcome === 'document_expired' ? -30 - (serial % 300) : 200 + (serial % 2_800))
  return {
    firstName,
    lastName,
    gender: person.sex,
    idNumber: person.idNumber,
    dateOfBirth: person.dateOfBirth,
    issuedOn: toIsoDate(expiresMs - validYears * yearDays * dayMs),
    expiresOn: toIsoDate(expiresMs),
  }
}

/** In years: what makes a minor of age is altered most often. */
const alteredYears = 7

/** The values of the machine-readable lines, which are those of the page unless that was altered. */
export function zoneOf(
  part: Pick<LivePart, 'isAltered'>,
  document: PrintedDocument,
): PrintedDocument {
  if (!part.isAltered) return document
  const [year = '', ...rest] = document.dateOfBirth.split('-')
  return { ...document, dateOfBirth: [String(Number(year) + alteredYears), ...rest].join('-') }
}
