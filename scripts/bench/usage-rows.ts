// Writes millions of usage events and their counters.

import type { RawConnection } from '../../server/db/sqlite/connection.ts'
import { newId } from '../../server/kernel/ids.ts'
import { type Span, spans, startOf } from '../../server/usage/span.ts'

interface Population {
  readonly events: number
  readonly from: number
  readonly to: number
  /** The last key is used once in ten thousand events, the others evenly. */
  readonly apiKeyIds: readonly string[]
}

const eventsPerCommit = 10_000
const rareEvery = 10_000

const insertEvent = `insert into usage_events (id, type, environment, api_key_id, verification_id, deduplication_key,
  quantity, billable, source, created_at) values (?, ?, 'live', ?, ?, ?, 1, 1, ?, ?)`
const insertCounter = `insert into usage_counters (span, environment, starts_at, api_key_id, type, billable, events,
  quantity) values (?, 'live', ?, ?, ?, 1, ?, ?)`

/** Writes two verifications per score, evenly over the period, and their counters. */
export function writeUsage(raw: RawConnection, population: Population): void {
  const { events, from, to } = population
  const counters = new Map<string, number>()
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
      for (const span of spans) add(counters, span, createdAt, event)
    }
  })
  for (let first = 0; first < events; first += eventsPerCommit) write(first)
  writeCounters(raw, counters)
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

function add(counters: Map<string, number>, span: Span, createdAt: number, event: Event): void {
  const name = [span, startOf(span, createdAt), event.apiKeyId, event.type].join(' ')
  counters.set(name, (counters.get(name) ?? 0) + 1)
}

function writeCounters(raw: RawConnection, counters: ReadonlyMap<string, number>): void {
  const insert = raw.prepare(insertCounter)
  raw.transaction(() => {
    for (const [name, count] of counters) {
      const [span, startsAt, apiKeyId, type] = name.split(' ')
      insert.run(span, Number(startsAt), apiKeyId, type, count, count)
    }
  })()
}
