// What the product itself read in the machine-readable zone of a verification's document, before the provider was
// asked. Pure.

import type { MrzAnswer, MrzFailure, MrzReading, MrzVerdict } from '../../mrz/mrz-reading.ts'
import { type MrzDocument, parseMrz } from '../../mrz/parse-mrz.ts'

export type ZoneSide = 'front' | 'back'

/** Why nothing was read; the verification goes on. */
const zoneFailures = ['unavailable', 'over_time', 'failed'] as const

/** A verdict, or why there is none. */
export type ZoneOutcome = MrzVerdict | (typeof zoneFailures)[number]

/** The best first: the side that is kept of two. A failure hides that a side may have a zone. */
export const zoneOutcomes = [
  'valid',
  'document_inconsistent',
  'doubtful',
  ...zoneFailures,
  'no_zone',
] as const satisfies readonly ZoneOutcome[]

export type ZoneCorners = Extract<MrzReading, { readonly lines: readonly string[] }>['zone']

/** A zone that was found and read, if perhaps doubtfully. */
export interface FoundZone {
  readonly side: ZoneSide
  readonly corners: ZoneCorners
  readonly lines: readonly string[]
  /** undefined if the lines fit no known format. */
  readonly document: MrzDocument | undefined
  /** 0 to 1 */
  readonly confidence: number
}

export interface ZoneReading {
  readonly outcome: ZoneOutcome
  /** undefined for `no_zone` and failures. */
  readonly found: FoundZone | undefined
  readonly readAt: number
}

export function zoneReadingOf(side: ZoneSide, answer: MrzAnswer, readAt: number): ZoneReading {
  if ('failure' in answer) return { outcome: failureOf(answer.failure), found: undefined, readAt }
  if (answer.verdict === 'no_zone') return { outcome: 'no_zone', found: undefined, readAt }
  const { verdict, zone: corners, lines, confidence } = answer
  return {
    outcome: verdict,
    found: foundZone({ side, corners, lines, confidence }, readAt),
    readAt,
  }
}

/** A picture that found no place among those that wait was not read either. */
function failureOf(failure: MrzFailure): (typeof zoneFailures)[number] {
  return failure === 'busy' || failure === 'cancelled' ? 'failed' : failure
}

/** The fields follow from the lines and from the year in which they were read. */
export function foundZone(zone: Omit<FoundZone, 'document'>, readAt: number): FoundZone {
  const year = new Date(readAt).getUTCFullYear()
  return { ...zone, document: parseMrz(zone.lines, { year }) }
}

/** Returns the one that says more. */
export function betterReading(one: ZoneReading, other: ZoneReading): ZoneReading {
  return zoneOutcomes.indexOf(one.outcome) <= zoneOutcomes.indexOf(other.outcome) ? one : other
}

/** Whether nothing was read for a reason of ours. */
export function isFailure(outcome: ZoneOutcome): outcome is (typeof zoneFailures)[number] {
  return zoneFailures.some((failure) => failure === outcome)
}
