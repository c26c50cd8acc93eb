// The console's JSON of the recount: how far it has come, and which counters differ from their events.

import { isoOrNull, toIso } from '../../kernel/clock.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { RecountProgress } from '../../usage/recount.ts'
import type { Span } from '../../usage/span.ts'
import type { UsageType } from '../../usage/usage.ts'

/** A stored difference, as `listDifferences` returns it. */
interface RecordedDifference {
  readonly span: Span
  readonly startsAt: number
  readonly environment: Environment
  readonly apiKeyId: string
  readonly type: UsageType
  readonly countedQuantity: number
  readonly summedQuantity: number
}

export function recountJson(recount: {
  readonly countedTo: number | undefined
  readonly count: number
  readonly differences: readonly RecordedDifference[]
  readonly running: RecountProgress | undefined
}) {
  return {
    /** Everything before this instant has been recounted; null before the first recount. */
    counted_to: isoOrNull(recount.countedTo),
    /** A recount that is under way, in days; null if none is. */
    running: recount.running ?? null,
    /** Number of counters known to differ from their events. */
    differences: recount.count,
    /** The earliest of them. */
    items: recount.differences.map((one) => ({
      span: one.span,
      starts_at: toIso(one.startsAt),
      environment: one.environment,
      api_key_id: one.apiKeyId,
      type: one.type,
      /** Counted from the events. */
      counted_quantity: one.countedQuantity,
      /** Value of the stored counter, which the usage page and invoices show. */
      summed_quantity: one.summedQuantity,
    })),
  }
}

export function recountResultJson(result: {
  readonly days: number
  readonly differences: number
  readonly repaired: boolean
}) {
  return {
    /** Days that were recounted, without those that a difference added. */
    days: result.days,
    /** Counters that differed. */
    differences: result.differences,
    /** Whether they now equal their events. */
    repaired: result.repaired,
  }
}

export type UsageRecountResultJson = ReturnType<typeof recountResultJson>
export type UsageRecountJson = ReturnType<typeof recountJson>
