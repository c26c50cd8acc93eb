// JSON shapes of usage (rulings 7).

import { toIso } from '../kernel/clock.ts'
import type { Environment } from '../keys/key.ts'
import type { Span } from './span.ts'
import type { Grouping, UsageTotals } from './summarise.ts'
import type { UsageCount, UsageEvent, UsageSource, UsageType } from './usage.ts'
import type { UsageSummary } from './usage-report.ts'

export interface UsageEventJson {
  readonly id: string
  readonly type: UsageType
  readonly environment: Environment
  readonly api_key_id: string
  readonly verification_id: string
  readonly quantity: number
  readonly billable: boolean
  readonly source: UsageSource
  readonly created_at: string
  /** Only on a correction: the event that it corrects. */
  readonly corrects?: { readonly id: string; readonly created_at: string }
  /** Only on a correction. */
  readonly reason?: string
}

export interface UsageCountJson {
  readonly events: number
  readonly quantity: number
  readonly billable_quantity: number
}

export interface UsageTotalsJson extends UsageCountJson {
  readonly by_type: Readonly<Record<UsageType, UsageCountJson>>
}

export interface UsageGroupJson extends UsageTotalsJson {
  readonly group: string
}

export interface UsageSummaryJson {
  readonly group_by: Grouping
  readonly from: string
  readonly to: string
  readonly items: readonly UsageGroupJson[]
  readonly totals: UsageTotalsJson
}

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

export function usageEventJson(event: UsageEvent): UsageEventJson {
  const { correction } = event
  return {
    id: event.id,
    type: event.type,
    environment: event.environment,
    api_key_id: event.apiKeyId,
    verification_id: event.verificationId,
    quantity: event.quantity,
    billable: event.billable,
    source: event.source,
    created_at: toIso(event.createdAt),
    ...(correction && {
      corrects: {
        id: correction.correctedId,
        created_at: toIso(correction.correctedCreatedAt),
      },
      reason: correction.reason,
    }),
  }
}

export function usageTotalsJson(totals: UsageTotals): UsageTotalsJson {
  const { byType } = totals
  return {
    ...countJson(totals),
    by_type: {
      'kyc.verify': countJson(byType['kyc.verify']),
      'score.get': countJson(byType['score.get']),
    },
  }
}

export function usageSummaryJson(summary: UsageSummary): UsageSummaryJson {
  const { grouping, period, groups, totals } = summary
  return {
    group_by: grouping,
    from: toIso(period.from),
    to: toIso(period.to),
    items: groups.map((one) => ({ group: one.group, ...usageTotalsJson(one) })),
    totals: usageTotalsJson(totals),
  }
}

/** A stored difference, as `listDifferences` returns it. */
export interface RecordedDifference {
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

function countJson({ events, quantity, billableQuantity }: UsageCount): UsageCountJson {
  return { events, quantity, billable_quantity: billableQuantity }
}
