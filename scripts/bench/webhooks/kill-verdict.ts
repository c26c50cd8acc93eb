// Compares the requests that a receiver got with the rows that the server wrote, over starts that ended in a kill,
// and reports what was lost, invented, sent too often or sent twice without reason. Pure.

import { type Spread, spreadOf } from '../spread.ts'
import type { AttemptRecord, DeliveryRecord, DeliveryRecords } from './delivery-records.ts'
import type { Arrival } from './kill-ledger.ts'

/** One start of the server. Instants are milliseconds since 1970. */
export interface Life {
  readonly spawnedAtMs: number
  /** When it logged that it had started. */
  readonly startedAtMs: number
  /** undefined for the last start, which was stopped with SIGTERM. */
  readonly killedAtMs: number | undefined
}

export interface Subscription {
  readonly webhookId: string
  readonly path: string
  readonly events: readonly string[]
}

export interface KillRecords {
  readonly lives: readonly Life[]
  readonly arrivals: readonly Arrival[]
  readonly records: DeliveryRecords
  readonly subscriptions: readonly Subscription[]
  /** Ids of the verifications that the server acknowledged. */
  readonly acknowledged: readonly string[]
  readonly failedAttemptsMax: number
  readonly timeoutMs: number
}

type BrokenRule =
  /** A submission was acknowledged, but there is no event of it. */
  | 'acknowledged-without-event'
  /** An event does not have exactly one delivery per subscribed webhook endpoint. */
  | 'fanned-out-otherwise'
  | 'not-ended'
  /** The delivery is marked delivered, but its only successful attempt is not the last one. */
  | 'delivered-without-answer'
  /** The delivery failed after another number of attempts than the contract's. */
  | 'given-up-off-budget'
  | 'over-budget'
  /** A request arrived without a committed row. */
  | 'unknown-arrival'
  | 'sent-twice-in-one-life'
  | 'sent-after-it-was-recorded'
  /** An attempt arrived and was not recorded, although no kill explains it. */
  | 'record-lost'
  /** The recorded status differs from the answered one, or nothing was answered. */
  | 'recorded-otherwise'

interface Violation {
  readonly rule: BrokenRule
  readonly id: string
}

export interface Verdict {
  readonly violations: readonly Violation[]
  /** Attempts that arrived but were not recorded before a kill. */
  readonly attemptsCut: number
  /** 2xx answers of a delivery after its first, */
  readonly duplicates: number
  /** and how long before a kill the earlier answer was sent; negative if after it. */
  readonly duplicateGapMs: Spread | undefined
  /** 2xx answers after the sender's time-out. */
  readonly answeredTooLate: number
  /** Failed attempts that the receiver never got. */
  readonly neverArrived: number
}

/** Maximum time from the receiver's answer to the synced commit, on a loaded machine. */
const recordMsMax = 1_000

export function judgeKills(input: KillRecords): Verdict {
  const { arrivals, records } = input
  const ofDelivery = Map.groupBy(arrivals, ({ deliveryId }) => deliveryId)
  const findings = records.deliveries.map((delivery) =>
    examine(delivery, ofDelivery.get(delivery.id) ?? [], input),
  )
  const gaps = findings.flatMap(({ duplicateGapsMs }) => duplicateGapsMs)
  const sum = (of: (one: Findings) => number) => findings.reduce((all, one) => all + of(one), 0)
  return {
    violations: [
      ...lostOrMisrouted(input),
      ...unknownArrivals(input),
      ...findings.flatMap(({ violations }) => violations),
    ],
    attemptsCut: sum(({ attemptsCut }) => attemptsCut),
    duplicates: sum(({ duplicates }) => duplicates),
    duplicateGapMs: spreadOf(gaps),
    answeredTooLate: sum(({ answeredTooLate }) => answeredTooLate),
    neverArrived: sum(({ neverArrived }) => neverArrived),
  }
}

/** Returns the number of the start that an instant belongs to. */
export function lifeAt(lives: readonly Life[], atMs: number): number {
  return lives.findLastIndex(({ spawnedAtMs }) => spawnedAtMs <= atMs)
}

function lostOrMisrouted({ records, subscriptions, acknowledged }: KillRecords): Violation[] {
  const published = new Set(records.events.map(({ subjectId }) => subjectId))
  const lost = acknowledged.filter((id) => !published.has(id))
  const ofEvent = Map.groupBy(records.deliveries, ({ eventId }) => eventId)
  const misrouted = records.events.filter(({ id, type }) => {
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
    ...misrouted.map(({ id }) => ({ rule: 'fanned-out-otherwise' as const, id })),
  ]
}

function unknownArrivals({ arrivals, records, subscriptions }: KillRecords): Violation[] {
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
  input: KillRecords,
): Findings {
  const { lives } = input
  const rules: BrokenRule[] = faultsOfEnd(delivery, input)
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
    if (!wasInFlight(arrival, input)) rules.push('record-lost')
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

/** Checks the rows of a delivery for consistency. */
function faultsOfEnd(delivery: DeliveryRecord, { failedAttemptsMax }: KillRecords): BrokenRule[] {
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

/** A row without a status belongs to an answer that came too late or never. */
function isRecordOf(row: AttemptRecord, { answer }: Arrival): boolean {
  return row.status === undefined ? row.error !== undefined : row.status === answer?.status
}

function isGood({ answer }: Arrival): boolean {
  return answer !== undefined && answer.status >= 200 && answer.status <= 299
}

function wasInFlight(arrival: Arrival, { lives, timeoutMs }: KillRecords): boolean {
  const gapMs = gapToKillMs(arrival, lives)
  const waitMs = arrival.answer ? 0 : timeoutMs
  return gapMs !== undefined && gapMs <= waitMs + recordMsMax
}

/** Returns the milliseconds from the answer, or from the arrival if there was none, to the kill of that life. */
function gapToKillMs(arrival: Arrival, lives: readonly Life[]): number | undefined {
  const killedAtMs = lives[arrival.life]?.killedAtMs
  return killedAtMs && killedAtMs - (arrival.answer?.atMs ?? arrival.atMs)
}
