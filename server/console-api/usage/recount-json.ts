// The console's JSON of the recount: how far it has come, and which counters differ from their events.

import { toIso } from '../../kernel/clock.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { Span } from '../../usage/span.ts'
import type { UsageType } from '../../usage/usage.ts'

export interface UsageRecountJson {
  /** Everything before this instant has been recounted; null before the first recount. */
  readonly counted_to: string | null
  /** Number of counters known to differ from their events. */
  readonly differences: number
  /** The earliest of them. */
  readonly items: readonly {
    readonly span: Span
    readonly starts_at: string
    readonly environment: Environment
    readonly api_key_id: string
    readonly type: UsageType
    /** Counted from the events. */
    readonly counted_quantity: number
    /** Value of the stored counter, which the usage page and invoices show. */
    readonly summed_quantity: number
  }[]
}

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
}): UsageRecountJson {
  return {
    counted_to: recount.countedTo === undefined ? null : toIso(recount.countedTo),
    differences: recount.count,
    items: recount.differences.map((one) => ({
      span: one.span,
      starts_at: toIso(one.startsAt),
      environment: one.environment,
      api_key_id: one.apiKeyId,
      type: one.type,
      counted_quantity: one.countedQuantity,
      summed_quantity: one.summedQuantity,
    })),
  }
}
