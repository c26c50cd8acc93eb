// Compares what a receiver saw with what the server wrote down, over starts that ended in a kill: what
// was lost, invented, sent too often or twice without need. Pure.

import type { AttemptRecord, DeliveryRecord, DeliveryRecords } from './delivery-records.ts'
import type { Arrival } from './kill-ledger.ts'
import { type Spread, spreadOf } from './spread.ts'

/** One start of the server. Instants are milliseconds since 1970. */
export interface Life {
  readonly spawnedAtMs: number
  /** When it said so. */
  readonly startedAtMs: number
  /** undefined for the last, which was stopped gently. */
  readonly killedAtMs: number | undefined
}

export interface Subscription {
  readonly webhookId: string
  readonly path: string
  readonly events: readonly string[]
}

export interface KillEvidence {
  readonly lives: readonly Life[]
  readonly arrivals: readonly Arrival[]
  readonly records: DeliveryRecords
  readonly subscriptions: readonly Subscription[]
  /** Ids of the verifications that the server acknowledged. */
  readonly acknowledged: readonly string[]
  readonly failedAttemptsMax: number
  readonly timeoutMs: number
}

export type BrokenRule =
  /** Promised to the client, told to nobody. */
  | 'acknowledged-without-event'
  /** Not exactly one delivery for each webhook that is subscribed. */
  | 'fanned-out-otherwise'
  | 'not-ended'
  /** The table says delivered, but not by one attempt, its last, that was answered with 2xx. */
  | 'delivered-without-answer'
  /** Given up after another number of failed attempts than the contract's. */
  | 'given-up-off-budget'
  | 'over-budget'
  /** Something arrived that no committed row knows of. */
  | 'unknown-arrival'
  | 'sent-twice-in-one-life'
  | 'sent-after-it-was-recorded'
  /** It arrived and was never written down, though no kill came in time to explain that. */
  | 'record-lost'
  /** The log of attempts says another status than was answered, or one that nobody answered. */
  | 'recorded-otherwise'

export interface Violation {
  readonly rule: BrokenRule
  readonly id: string
}

export interface Verdict {
  readonly violations: readonly Violation[]
  /** Attempts that arrived and had not been written down when a kill came. */
  readonly attemptsCut: number
  /** Answers of 2xx beyond the first of a delivery, */
  readonly duplicates: number
  /** and how long before a kill the earlier answer was given; negative after it. */
  readonly duplicateGapMs: Spread | undefined
  /** Answered with 2xx when the sender had stopped waiting. */
  readonly answeredTooLate: number
  /** Attempts written down, as failed, of which the receiver saw nothing. */
  readonly neverArrived: number
}

/** The longest that an end may take from the receiver's answer to the synced commit, loaded machine included. */
const recordMsMax = 1_000

export function judgeKills(evidence: KillEvidence): Verdict {
  const { arrivals, records } = evidence
  const ofDelivery = Map.groupBy(arrivals, ({ deliveryId }) => deliveryId)
  const findings = records.deliveries.map((delivery) =>
    examine(delivery, ofDelivery.get(delivery.id) ?? [], evidence),
  )
  const gaps = findings.flatMap(({ duplicateGapsMs }) => duplicateGapsMs)
  const sum = (of: (one: Findings) => number) => findings.reduce((all, one) => all + of(one), 0)
  return {
    violations: [
      ...unannounced(evidence),
      ...unknownArrivals(evidence),
      ...findings.flatMap(({ violations }) => violations),
    ],
    attemptsCut: sum(({ attemptsCut }) => attemptsCut),
    duplicates: sum(({ duplicates }) => duplicates),
    duplicateGapMs: spreadOf(gaps),
    answeredTooLate: sum(({ answeredTooLate }) => answeredTooLate),
    neverArrived: sum(({ neverArrived }) => neverArrived),
  }
}

/** Which start an instant falls into. */
export function lifeAt(lives: readonly Life[], atMs: number): number {
  return lives.findLastIndex(({ spawnedAtMs }) => spawnedAtMs <= atMs)
}

function unannounced({ records, subscriptions, acknowledged }: KillEvidence): Violation[] {
  const told = new Set(records.events.map(({ subjectId }) => subjectId))
  const lost = acknowledged.filter((id) => !told.has(id))
  const ofEvent = Map.groupBy(records.deliveries, ({ eventId }) => eventId)
  const astray = records.events.filter(({ id, type }) => {
    const wanted = subscriptions.filter(({ events }) => events.includes(type))
    const made = (ofEvent.get(id) ?? []).map(({ webhookId }) => webhookId).sort()
    return (
      made.join() !==
      wanted
        .map(({ webhookId }) => webhookId)
        .sort()
        .join()
    )
  })
  return [
    ...lost.map((id) => ({ rule: 'acknowledged-without-event' as const, id })),
    ...astray.map(({ id }) => ({ rule: 'fanned-out-otherwise' as const, id })),
  ]
}

function unknownArrivals({ arrivals, records, subscriptions }: KillEvidence): Violation[] {
  const webhooks = new Map(subscriptions.map(({ path, webhookId }) => [path, webhookId]))
  const events = new Set(records.events.map(({ id }) => id))
  const deliveries = new Map(records.deliveries.map((delivery) => [delivery.id, delivery]))
  const unknown = arrivals.filter(({ eventId, deliveryId, path }) => {
    const delivery = deliveries.get(deliveryId)
    const isKnown = delivery?.eventId === eventId && delivery.webhookId === webhooks.get(path)
    return !isKnown || !events.has(eventId)
  })
  return unknown.map(({ eventId }) => ({ rule: 'unknown-arrival', id: eventId }))
}

interface Findings {
  readonly violations: readonly Violation[]
  readonly attemptsCut: number
  readonly duplicates: number
  readonly duplicateGapsMs: readonly number[]
  readonly answeredTooLate: number
  readonly neverArrived: number
}

function examine(
  delivery: DeliveryRecord,
  arrivals: readonly Arrival[],
  evidence: KillEvidence,
): Findings {
  const { lives } = evidence
  const rules: BrokenRule[] = faultsOfEnd(delivery, evidence)
  const rows = new Map(delivery.attempts.map((row) => [row.number, row]))
  const arrived = new Set<string>()
  const cut: Arrival[] = []
  let answeredTooLate = 0
  for (const arrival of arrivals) {
    const row = rows.get(arrival.attempt)
    const name = `${arrival.life} ${arrival.attempt}`
    if (arrived.has(name)) rules.push('sent-twice-in-one-life')
    arrived.add(name)
    const rowLife = row && lifeAt(lives, row.startedAtMs)
    if (row && rowLife === arrival.life) {
      if (!isRecordOf(row, arrival)) rules.push('recorded-otherwise')
      if (row.error !== undefined && isGood(arrival)) answeredTooLate += 1
      continue
    }
    cut.push(arrival)
    if (rowLife !== undefined && rowLife < arrival.life) rules.push('sent-after-it-was-recorded')
    if (!wasInFlight(arrival, evidence)) rules.push('record-lost')
  }
  const unseen = delivery.attempts.filter(
    (row) => !arrived.has(`${lifeAt(lives, row.startedAtMs)} ${row.number}`),
  )
  if (unseen.some(({ status }) => status !== undefined)) rules.push('recorded-otherwise')
  const good = arrivals.filter(isGood)
  return {
    violations: rules.map((rule) => ({ rule, id: delivery.id })),
    attemptsCut: cut.length,
    duplicates: Math.max(good.length - 1, 0),
    duplicateGapsMs:
      good.length < 2 ? [] : cut.filter(isGood).map((one) => gapToKillMs(one, lives) ?? Infinity),
    answeredTooLate,
    neverArrived: unseen.length,
  }
}

/** What the rows of a delivery say about themselves. */
function faultsOfEnd(delivery: DeliveryRecord, { failedAttemptsMax }: KillEvidence): BrokenRule[] {
  const { state, attempts, failedAttempts } = delivery
  const failed = attempts.filter(({ error }) => error !== undefined && error !== 'interrupted')
  const delivering = attempts.filter(({ error }) => error === undefined)
  const rules: BrokenRule[] = []
  if (state !== 'delivered' && state !== 'failed') rules.push('not-ended')
  if (failed.length > failedAttemptsMax || failed.length !== failedAttempts) {
    rules.push('over-budget')
  }
  const isLastGood = delivering.length === 1 && delivering[0] === attempts.at(-1)
  if (state === 'delivered' && !isLastGood) rules.push('delivered-without-answer')
  if (state === 'delivered' && failed.length === failedAttemptsMax) rules.push('over-budget')
  const isSpent = failed.length === failedAttemptsMax && delivering.length === 0
  if (state === 'failed' && !isSpent) rules.push('given-up-off-budget')
  return rules
}

/** A row without a status is one whose answer came too late or never. */
function isRecordOf(row: AttemptRecord, { answer }: Arrival): boolean {
  return row.status === undefined ? row.error !== undefined : row.status === answer?.status
}

function isGood({ answer }: Arrival): boolean {
  return answer !== undefined && answer.status >= 200 && answer.status <= 299
}

function wasInFlight(arrival: Arrival, { lives, timeoutMs }: KillEvidence): boolean {
  const gapMs = gapToKillMs(arrival, lives)
  const waitMs = arrival.answer ? 0 : timeoutMs
  return gapMs !== undefined && gapMs <= waitMs + recordMsMax
}

/** From the answer, or the arrival of what was never answered, to the kill that ended its life. */
function gapToKillMs(arrival: Arrival, lives: readonly Life[]): number | undefined {
  const killedAtMs = lives[arrival.life]?.killedAtMs
  return killedAtMs && killedAtMs - (arrival.answer?.atMs ?? arrival.atMs)
}
