// Reads usage totals: from counters for whole spans, from events for parts of an hour and for single
// verifications.

import { toFlag } from '../db/columns.ts'
import type { Reader } from '../db/transaction.ts'
import { environments } from '../kernel/environment.ts'
import { firstIdAt } from '../kernel/ids.ts'
import type { Period, ReadRange, Span } from './span.ts'
import type { UsageType } from './usage.ts'
import type { CounterFilter, CounterGrouping, CounterRow } from './usage-counter.ts'
import { ofStream, streamsOf } from './usage-view.ts'

/** Returns the totals of one range, grouped by `by`, type and whether it is billable. */
export async function readCounters(
  db: Reader,
  filter: CounterFilter,
  range: ReadRange,
  by: CounterGrouping,
): Promise<readonly CounterRow[]> {
  const { environment } = filter
  const counters: CounterRow[] = []
  for (const one of environment === undefined ? environments : [environment]) {
    const filterOfOne = { ...filter, environment: one }
    const rows =
      range.readFrom === 'events'
        ? await sumEventRows(db, filterOfOne, range, by)
        : await sumCounterRows(db, filterOfOne, { ...range, span: range.readFrom }, by)
    counters.push(...rows)
  }
  return counters
}

async function sumCounterRows(
  db: Reader,
  filter: CounterFilter,
  { span, from, to }: Period & { readonly span: Span },
  by: CounterGrouping,
): Promise<readonly CounterRow[]> {
  let query = db
    .selectFrom('usage_counters')
    .select((select) => [
      'type',
      'billable',
      select.fn.sum<number>('events').as('events'),
      select.fn.sum<number>('quantity').as('quantity'),
    ])
    .$if(by === 'time', (some) => some.select('starts_at').groupBy('starts_at'))
    .$if(by === 'api_key', (some) => some.select('api_key_id').groupBy('api_key_id'))
    .where('span', '=', span)
    .where('starts_at', '>=', from)
    .where('starts_at', '<', to)
    .groupBy(['type', 'billable'])
  const { environment, type, apiKeyId, billable } = filter
  if (environment !== undefined) query = query.where('environment', '=', environment)
  if (type !== undefined) query = query.where('type', '=', type)
  if (apiKeyId !== undefined) query = query.where('api_key_id', '=', apiKeyId)
  if (billable !== undefined) query = query.where('billable', '=', toFlag(billable))
  return (await query.execute()).map(toCounterRow)
}

/** Sums events up: those of at most an hour, or of one verification. */
async function sumEventRows(
  db: Reader,
  filter: CounterFilter,
  { from, to }: Period,
  by: CounterGrouping,
): Promise<readonly CounterRow[]> {
  const totals = db
    .selectFrom('usage_events as event')
    .select((select) => [
      'event.type',
      'event.billable',
      select.fn.countAll<number>().as('events'),
      select.fn.sum<number>('event.quantity').as('quantity'),
    ])
    .$if(by === 'api_key', (some) => some.select('event.api_key_id').groupBy('event.api_key_id'))
    .where('event.id', '>=', firstIdAt('use', from))
    .where('event.id', '<', firstIdAt('use', to))
    .groupBy(['event.type', 'event.billable'])
  const counters: CounterRow[] = []
  for (const stream of streamsOf(filter)) {
    const rows = await totals.where((where) => where.and(ofStream(where, stream))).execute()
    counters.push(...rows.map(toCounterRow))
  }
  return by === 'time' ? counters.map((row) => ({ ...row, startsAt: from })) : counters
}

function toCounterRow(row: {
  readonly type: UsageType
  readonly billable: 0 | 1
  readonly events: number
  readonly quantity: number
  readonly starts_at?: number
  readonly api_key_id?: string
}): CounterRow {
  return {
    startsAt: row.starts_at,
    apiKeyId: row.api_key_id,
    type: row.type,
    isBillable: row.billable === 1,
    events: Number(row.events),
    quantity: Number(row.quantity),
  }
}
