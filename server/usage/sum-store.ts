// Adds usage up, from the sums where they say it and from the events where they do not.

import { toFlag } from '../db/columns.ts'
import type { Reader } from '../db/transaction.ts'
import { firstIdAt } from '../kernel/ids.ts'
import { environments } from '../keys/key.ts'
import type { Piece } from './span.ts'
import type { UsageType } from './usage.ts'
import { ofStream, streamsOf, type UsageFilter } from './usage-store.ts'

/** What a group of events comes to. */
export interface SumRow {
  /** Where the sum begins; only where it was asked for by time. */
  readonly startsAt: number | undefined
  /** Only where it was asked for by key. */
  readonly apiKeyId: string | undefined
  readonly type: UsageType
  readonly isBillable: boolean
  readonly events: number
  readonly quantity: number
}

export type SumBy = 'time' | 'api_key' | 'type'

/** A filter without its times: these are in the pieces. */
export type SumFilter = Omit<UsageFilter, 'from' | 'to'>

/** Groups of one piece; always also by type and by what is billable. */
export async function sumUsage(
  db: Reader,
  filter: SumFilter,
  piece: Piece,
  by: SumBy,
): Promise<readonly SumRow[]> {
  const { environment } = filter
  const found: SumRow[] = []
  for (const place of environment === undefined ? environments : [environment]) {
    const inPlace = { ...filter, environment: place }
    const rows =
      piece.readFrom === 'events'
        ? await sumEvents(db, inPlace, piece, by)
        : await sumSums(db, inPlace, { ...piece, span: piece.readFrom }, by)
    found.push(...rows)
  }
  return found
}

async function sumSums(
  db: Reader,
  filter: SumFilter,
  { span, from, to }: Omit<Piece, 'readFrom'> & { readonly span: 'hour' | 'day' | 'month' },
  by: SumBy,
): Promise<readonly SumRow[]> {
  let query = db
    .selectFrom('usage_sums')
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
  return (await query.execute()).map(toSumRow)
}

/** Of an hour at most, or of one verification. */
async function sumEvents(
  db: Reader,
  filter: SumFilter,
  { from, to }: Piece,
  by: SumBy,
): Promise<readonly SumRow[]> {
  const sums = db
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
  const found: SumRow[] = []
  for (const stream of streamsOf(filter)) {
    const rows = await sums.where((where) => where.and(ofStream(where, stream))).execute()
    found.push(...rows.map(toSumRow))
  }
  return by === 'time' ? found.map((row) => ({ ...row, startsAt: from })) : found
}

function toSumRow(row: {
  readonly type: UsageType
  readonly billable: 0 | 1
  readonly events: number
  readonly quantity: number
  readonly starts_at?: number
  readonly api_key_id?: string
}): SumRow {
  return {
    startsAt: row.starts_at,
    apiKeyId: row.api_key_id,
    type: row.type,
    isBillable: row.billable === 1,
    events: Number(row.events),
    quantity: Number(row.quantity),
  }
}
