// Writes usage events by the million, with the sums that belong to them.

import type { RawConnection } from '../../server/db/open-db.ts'
import { newId } from '../../server/kernel/ids.ts'
import { type Span, spans, startOf } from '../../server/usage/span.ts'

export interface Population {
  readonly events: number
  readonly from: number
  readonly to: number
  /** The last of them is used once in ten thousand events, the others evenly. */
  readonly apiKeyIds: readonly string[]
}

const eventsPerCommit = 10_000
const rareEvery = 10_000
const hourMs = 60 * 60 * 1000

const insertEvent = `insert into usage_events (id, type, environment, api_key_id, verification_id, occasion,
  quantity, billable, source, created_at) values (?, ?, 'live', ?, ?, ?, 1, 1, ?, ?)`
const insertSum = `insert into usage_sums (span, environment, starts_at, api_key_id, type, billable, events,
  quantity) values (?, 'live', ?, ?, ?, 1, ?, ?)`

/**
 * One verification whose score was retrieved so often within an hour, as a client that polls would. Written
 * before the sums are recounted, they are repaired with the rest.
 */
export interface PolledVerification {
  readonly id: string
  readonly apiKeyId: string
  readonly events: number
  readonly from: number
}

const insertRetrieval = `insert into usage_events (id, type, environment, api_key_id, verification_id, occasion,
  quantity, billable, source, created_at) values (?, 'score.get', 'live', ?, ?, ?, 1, 1, 'score_retrieval', ?)`

export function writeRetrievals(raw: RawConnection, polled: PolledVerification): void {
  const { id, apiKeyId, events, from } = polled
  const insert = raw.prepare(insertRetrieval)
  raw.transaction(() => {
    for (let index = 0; index < events; index += 1) {
      const createdAt = Math.floor(from + (hourMs * index) / events)
      insert.run(newId('use', createdAt), apiKeyId, id, `req_${index}`, createdAt)
    }
  })()
}

/** Two verifications to one score, evenly over the time. Sums are counted as the events are written. */
export function writeUsage(raw: RawConnection, population: Population): void {
  const { events, from, to } = population
  const sums = new Map<string, number>()
  const insert = raw.prepare(insertEvent)
  const write = raw.transaction((first: number) => {
    const end = Math.min(first + eventsPerCommit, events)
    for (let index = first; index < end; index += 1) {
      const createdAt = Math.floor(from + ((to - from) * index) / events)
      const event = describe(population, index)
      insert.run(
        newId('use', createdAt),
        event.type,
        event.apiKeyId,
        newId('ver', createdAt),
        event.source,
        event.source,
        createdAt,
      )
      for (const span of spans) add(sums, span, createdAt, event)
    }
  })
  for (let first = 0; first < events; first += eventsPerCommit) write(first)
  writeSums(raw, sums)
}

interface Event {
  readonly type: string
  readonly source: string
  readonly apiKeyId: string
}

function describe({ apiKeyIds }: Population, index: number): Event {
  const usual = apiKeyIds.length - 1
  const apiKeyId = apiKeyIds[index % rareEvery === 0 ? usual : index % usual] ?? ''
  return index % 3 === 2
    ? { type: 'score.get', source: 'score_requested', apiKeyId }
    : { type: 'kyc.verify', source: 'verification', apiKeyId }
}

function add(sums: Map<string, number>, span: Span, createdAt: number, event: Event): void {
  const name = [span, startOf(span, createdAt), event.apiKeyId, event.type].join(' ')
  sums.set(name, (sums.get(name) ?? 0) + 1)
}

function writeSums(raw: RawConnection, sums: ReadonlyMap<string, number>): void {
  const insert = raw.prepare(insertSum)
  raw.transaction(() => {
    for (const [name, count] of sums) {
      const [span, startsAt, apiKeyId, type] = name.split(' ')
      insert.run(span, Number(startsAt), apiKeyId, type, count, count)
    }
  })()
}
