// The cast of the demo's invented fortnight: who is verified, and with which outcome. The same each
// time and without times, which `moments` chooses. Pure.

import type { DocumentType } from '../../markets/market.ts'
import type { SandboxOutcome } from '../../verifications/sandbox/sandbox-outcome.ts'
import type { OutcomeName } from '../smile-id-simulator/job.ts'
import { type Chance, openChance } from './chance.ts'
import { type Country, openPeople, type Person } from './people.ts'

/** The client's systems that submit verifications; each has its own API key. */
export type Channel = 'mobile' | 'branches' | 'tests'

/** The fault of an image, where it has one. */
const imageFaults = ['blurred', 'glare', 'small', 'dark'] as const
export type ImageFault = (typeof imageFaults)[number]

interface Asked {
  readonly person: Person
  readonly channel: Channel
  readonly externalRef: string | undefined
  readonly isScored: boolean
}

export interface LivePart extends Asked {
  readonly environment: 'live'
  readonly outcome: OutcomeName
  readonly imageFault: ImageFault | undefined
  readonly hasBack: boolean
  /**
   * Whether the date of birth was altered on the document, but not in its machine-readable lines: the provider reads
   * what was claimed, and only these lines tell.
   */
  readonly isAltered: boolean
  /** Whether the scoring engine is reachable. */
  readonly hasEngine: boolean
  /** Milliseconds from the submission until the result is read. */
  readonly takesMs: number
}

export interface SandboxPart extends Asked {
  readonly environment: 'sandbox'
  readonly outcome: SandboxOutcome
}

export type CastPart = LivePart | SandboxPart

/** Returns the cast in the order of verification; those still undecided at the end come last. */
export function castOf(count: number): readonly CastPart[] {
  const chance = openChance(castSeed)
  const liveCount = Math.round(count * liveShare)
  const waitingCount = Math.max(2, Math.round(liveCount * waitingShare))
  const nextPerson = openPeople(chance)
  const documents = { live: openDocuments(), sandbox: openDocuments() }
  const nextFault = openFaults()
  const live = (outcome: OutcomeName, index: number): LivePart => {
    const person = nextPerson(documents.live(outcome))
    return {
      ...livePart(chance, person, outcome, index),
      imageFault: nextFault(outcome, index),
    }
  }
  const ended = withOneAltered(liveOutcomes(liveCount - waitingCount).map(live))
  const sandbox = Array.from({ length: count - liveCount }, (_, index) =>
    sandboxPart(nextPerson(documents.sandbox(undefined)), index),
  )
  const waiting = Array.from({ length: waitingCount }, (_, index) => live(undecided, index))
  return [...withAlteredLate(chance.shuffled([...ended, ...sandbox])), ...waiting]
}

/**
 * Exchanges the altered one and the last that the provider approves: after the reviewers' last hours, so that its
 * review waits for whoever tries the demo.
 */
function withAlteredLate(parts: readonly CastPart[]): readonly CastPart[] {
  const isApproved = (part: CastPart) => part.environment === 'live' && part.outcome === 'approved'
  const altered = parts.find((part) => part.environment === 'live' && part.isAltered)
  const last = parts.findLast(isApproved)
  if (altered === undefined || last === undefined) return parts
  const exchanged = new Map([
    [altered, last],
    [last, altered],
  ])
  return parts.map((part) => exchanged.get(part) ?? part)
}

/** The first passport of good quality that the provider approves. */
function withOneAltered(parts: readonly LivePart[]): readonly LivePart[] {
  const chosen = parts.find(
    ({ person, outcome, imageFault }) =>
      person.idType === 'passport' && outcome === 'approved' && imageFault === undefined,
  )
  return parts.map((part) => (part === chosen ? { ...part, isAltered: true } : part))
}

/** Any number works; another one gives other people. */
const castSeed = 20_261_121
const liveShare = 0.65
const waitingShare = 0.03

/** Stays in human review at the provider. */
export const undecided: OutcomeName = 'provisional_for_ever'

/** Counts in a hundred live verifications; each at least once, the rest is approved. */
const perHundred: readonly (readonly [outcome: OutcomeName, count: number])[] = [
  ['other_name_read', 5],
  ['declined', 4],
  ['declined_document', 3],
  ['declined_liveness', 4],
  ['document_expired', 4],
  ['unreadable', 3],
  ['not_accepted', 1],
  ['provisional_then_approved', 4],
  ['provisional_then_declined', 1],
  ['nothing_read', 2],
  ['job_failed', 3],
  ['wallet_empty', 1],
  ['contradiction', 1],
  ['unknown_code', 1],
]

function liveOutcomes(count: number): readonly OutcomeName[] {
  const special = perHundred.flatMap(([outcome, share]) =>
    Array.from({ length: Math.max(1, Math.round((share * count) / 100)) }, () => outcome),
  )
  const approved = Array.from({ length: count - special.length }, () => 'approved' as const)
  return [...special, ...approved]
}

const sandboxOutcomes: readonly SandboxOutcome[] = [
  'approved',
  'approved',
  'declined',
  'approved',
  'error',
  'approved',
  'approved',
  'scoring_unavailable',
]

interface Document {
  readonly country: Country
  readonly idType: DocumentType
}

const senegalese: readonly DocumentType[] = words(
  'national_id national_id voter_id national_id passport national_id national_id',
)
const moroccan = words('national_id passport national_id national_id')

/**
 * Two of three are from Senegal, with all document types in turn; failed liveness is only
 * Senegalese, which gives the lowest scores.
 */
function openDocuments() {
  let index = -1
  return (outcome: OutcomeName | undefined): Document => {
    index += 1
    const country = outcome !== 'declined_liveness' && index % 3 === 2 ? 'MA' : 'SN'
    const types = country === 'SN' ? senegalese : moroccan
    const turn = country === 'SN' ? index : Math.floor(index / 3)
    return { country, idType: types[turn % types.length] ?? 'national_id' }
  }
}

function livePart(
  chance: Chance,
  person: Person,
  outcome: OutcomeName,
  index: number,
): Omit<LivePart, 'imageFault'> {
  const channel = index % 3 === 0 ? 'branches' : 'mobile'
  return {
    environment: 'live',
    person,
    channel,
    outcome,
    externalRef: externalRef(chance, channel, person),
    // One in eight requests no score.
    isScored: index % 8 !== 7,
    hasEngine: index % 23 !== 22,
    isAltered: false,
    hasBack: person.country === 'SN' && person.idType === 'national_id',
    takesMs: chance.between(8_000, 28_000),
  }
}

function sandboxPart(person: Person, index: number): SandboxPart {
  const outcome = sandboxOutcomes[index % sandboxOutcomes.length] ?? 'approved'
  return {
    environment: 'sandbox',
    person,
    channel: 'tests',
    outcome,
    externalRef: index % 4 === 3 ? undefined : `test-${1000 + index}`,
    isScored: index % 6 !== 5 || outcome === 'scoring_unavailable',
  }
}

/** Documents that the provider cannot read have image faults more often. */
function openFaults() {
  let count = 0
  return (outcome: OutcomeName, index: number): ImageFault | undefined => {
    const isPoor = outcome === 'unreadable' || outcome === 'job_failed' || index % 7 === 6
    if (!isPoor) return undefined
    count += 1
    return imageFaults[count % imageFaults.length]
  }
}

function externalRef(chance: Chance, channel: Channel, { country }: Person): string | undefined {
  const number = String(chance.between(0, 999_999)).padStart(6, '0')
  const place = country === 'SN' ? 'DKR' : 'CAS'
  return channel === 'mobile' ? `APP-${number}` : `${place}-2026-${number}`
}

function words(text: string): readonly DocumentType[] {
  const known: readonly DocumentType[] = ['national_id', 'passport', 'voter_id']
  return text.split(' ').flatMap((word) => known.filter((type) => type === word))
}
