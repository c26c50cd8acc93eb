// Reads what Smile ID says of a check after its final answer: whether an answer differs from an earlier one, and the
// report of its search for fraud (Smile Secure), which comes in a callback alone. Pure.

import { isDeepStrictEqual } from 'node:util'
import type { Suspicion } from '../provider-kind.ts'
import { codesOfSearch, essenceOfFraud } from './antifraud.ts'
import { readDocument } from './document-readings.ts'
import { parseResult, type SmileResult } from './protocol.ts'

/** Returns undefined where nothing is suspected, or the answer cannot be read. */
export function suspicionOf(answer: unknown): Suspicion | undefined {
  const fields = parseResult(answer)
  if (fields === undefined) return undefined
  const { Antifraud: fraud, ResultCode: code } = fields
  if (fraud.kind === 'suspected') return { users: fraud.sameFace }
  return code === codesOfSearch.suspectsFound ? { users: undefined } : undefined
}

/** Links, times and signatures are made anew for each answer. */
export function saysSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(essenceOf(one), essenceOf(other))
}

function essenceOf(answer: unknown) {
  const fields = parseResult(answer)
  if (fields === undefined) return answer
  const { ResultCode, Actions, Antifraud, Country, IDType } = fields
  const { Antifraud: said } = answer as Readonly<Record<string, unknown>>
  const fraud = Antifraud.kind === 'suspected' ? essenceOfFraud(said) : Antifraud
  return { ResultCode, Actions, fraud, Country, IDType, readings: readDocument(fields) }
}

/**
 * A search names as many users as a face has: of what is larger it is kept that somebody is suspected. The signature of
 * a callback covers none of its texts.
 */
const reportCharactersMax = 20_000

/** Returns the report of the search for fraud if it suspects somebody; undefined for every other result. */
export function fraudReportOf(raw: unknown, fields: SmileResult | undefined): unknown {
  if (fields === undefined || isOfDocument(fields) || suspicionOf(raw) === undefined)
    return undefined
  const { SmileJobID, ResultCode, PartnerParams } = fields
  const { ResultText, Antifraud, timestamp } = raw as Readonly<Record<string, unknown>>
  const found = codesOfSearch.suspectsFound
  const identified = { SmileJobID, ResultCode: ResultCode ?? found, PartnerParams }
  const report = { ...identified, ResultText, timestamp, Antifraud }
  const isTooLarge = JSON.stringify(report).length > reportCharactersMax
  return isTooLarge ? { SmileJobID, ResultCode: found } : report
}

/** Asking for the result shows these, with what is suspected beside them. */
function isOfDocument({ ResultCode: code }: SmileResult): boolean {
  return code !== undefined && !Object.values<string>(codesOfSearch).includes(code)
}
