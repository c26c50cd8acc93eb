// Stores usage events and adds each to the counters of its hour, day and month; reads events by id and
// by page.

import { orNull, orUndefined, toFlag } from '../db/columns.ts'
import { prepare } from '../db/prepared.ts'
import { prepareInsert } from '../db/prepared-insert.ts'
import {
  addAtCommit,
  type Counters,
  type Reader,
  type Trx,
  writeByCommit,
} from '../db/transaction.ts'
import { firstIdAt } from '../kernel/ids.ts'
import { spans, startOf } from './span.ts'
import type { UsageEvent } from './usage.ts'
import type { UsageCounterTable } from './usage-counter-table.ts'
import type { UsageEventTable } from './usage-table.ts'

/** Returns false if an event with this type, verification and deduplication key exists already. */
export async function insertUsageEvent(
  trx: Trx,
  event: UsageEvent,
  deduplicationKey: string,
): Promise<boolean> {
  const inserted = await insertUnlessThere.run(trx, toRow(event, deduplicationKey))
  return inserted > 0
}

const insertUnlessThere = prepare((db, row: UsageEventTable) =>
  db
    .insertInto('usage_events')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['verification_id', 'type', 'deduplication_key']).doNothing(),
    ),
)

/** Inserts the first event of its type and deduplication key for its verification. */
export async function insertFirstUsageEvent(
  trx: Trx,
  event: UsageEvent,
  deduplicationKey: string,
): Promise<void> {
  await writeByCommit(trx, insertFirst, toRow(event, deduplicationKey))
}

const insertFirst = prepareInsert('usage_events')

function toRow(event: UsageEvent, deduplicationKey: string): UsageEventTable {
  return {
    id: event.id,
    type: event.type,
    environment: event.environment,
    api_key_id: event.apiKeyId,
    verification_id: event.verificationId,
    deduplication_key: deduplicationKey,
    quantity: event.quantity,
    billable: toFlag(event.billable),
    source: event.source,
    created_at: event.createdAt,
    corrects_id: orNull(event.correction?.correctedId),
    reason: orNull(event.correction?.reason),
  }
}

/** Adds the event to the counters of its hour, day and month; they are written at the commit. */
export function addToCounters(trx: Trx, event: UsageEvent): void {
  for (const span of spans) {
    addAtCommit(trx, counters, {
      span,
      environment: event.environment,
      starts_at: startOf(span, event.createdAt),
      api_key_id: event.apiKeyId,
      type: event.type,
      billable: toFlag(event.billable),
      events: 1,
      quantity: event.quantity,
    })
  }
}

const addCounter = prepareInsert('usage_counters', (insert) =>
  insert.onConflict((conflict) =>
    conflict
      .columns(['span', 'environment', 'starts_at', 'api_key_id', 'type', 'billable'])
      .doUpdateSet((update) => ({
        events: update('usage_counters.events', '+', update.ref('excluded.events')),
        quantity: update('usage_counters.quantity', '+', update.ref('excluded.quantity')),
      })),
  ),
)

const counters: Counters<UsageCounterTable> = {
  table: 'usage_counters',
  nameOf: ({ span, environment, starts_at, api_key_id, type, billable }) =>
    `${span} ${environment} ${starts_at} ${api_key_id} ${type} ${billable}`,
  add: (one, other) => ({
    ...one,
    events: one.events + other.events,
    quantity: one.quantity + other.quantity,
  }),
  rows: addCounter,
}

export async function findUsageEvent(db: Reader, id: string): Promise<UsageEvent | undefined> {
  const row = await withOriginals(db).where('event.id', '=', id).executeTakeFirst()
  return row && toUsageEvent(row)
}

/** At most `limit` events from the oldest on, those after the id `after`. For reading them all. */
export async function listUsageOldestFirst(
  db: Reader,
  period: { readonly from: number; readonly to: number },
  page: { readonly after: string | undefined; readonly limit: number },
): Promise<readonly UsageEvent[]> {
  let query = withOriginals(db)
    .where('event.id', '>=', firstIdAt('use', period.from))
    .where('event.id', '<', firstIdAt('use', period.to))
  if (page.after !== undefined) query = query.where('event.id', '>', page.after)
  const rows = await query.orderBy('event.id').limit(page.limit).execute()
  return rows.map(toUsageEvent)
}

export function withOriginals(db: Reader) {
  return db
    .selectFrom('usage_events as event')
    .leftJoin('usage_events as original', 'original.id', 'event.corrects_id')
    .select([
      'event.id',
      'event.type',
      'event.environment',
      'event.api_key_id',
      'event.verification_id',
      'event.quantity',
      'event.billable',
      'event.source',
      'event.created_at',
      'event.corrects_id',
      'event.reason',
      'original.created_at as corrected_created_at',
    ])
}

export type UsageRow = Omit<UsageEventTable, 'deduplication_key'> & {
  readonly corrected_created_at: number | null
}

export function toUsageEvent(row: UsageRow): UsageEvent {
  const correctedId = orUndefined(row.corrects_id)
  return {
    id: row.id,
    type: row.type,
    environment: row.environment,
    apiKeyId: row.api_key_id,
    verificationId: row.verification_id,
    quantity: row.quantity,
    billable: row.billable === 1,
    source: row.source,
    createdAt: row.created_at,
    correction:
      correctedId === undefined
        ? undefined
        : {
            correctedId,
            correctedCreatedAt: row.corrected_created_at ?? row.created_at,
            reason: row.reason ?? '',
          },
  }
}
