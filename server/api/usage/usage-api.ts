// The wire shape of usage (rulings 7), for REST, the console and the CLI: queries, responses and how they become each
// other.

import { z } from 'zod'
import { type Fault, refuseFaults } from '../../kernel/app-error.ts'
import { toIso } from '../../kernel/clock.ts'
import { dayMs } from '../../kernel/durations.ts'
import { environments } from '../../kernel/environment.ts'
import { idFilter, textFlag } from '../../kernel/field-shape.ts'
import { instantOrDate } from '../../kernel/instant.ts'
import { parseWithSpan } from '../../kernel/parse-with-span.ts'
import { idText, instantText, pageOf, type Wire } from '../../kernel/wire-schema.ts'
import { type Period, startOf, startOfNext } from '../../usage/span.ts'
import {
  type Grouping,
  groupings,
  type SummaryRequest,
  type UsageSummary,
  type UsageTotals,
} from '../../usage/summarise.ts'
import {
  type UsageCount,
  type UsageEvent,
  type UsageFilter,
  usageSources,
  usageTypes,
} from '../../usage/usage.ts'

const filterFields = {
  type: z
    .enum(usageTypes, { error: `type must be one of ${usageTypes.join(', ')}.` })
    .optional()
    .describe('Only events of this type.'),
  from: instantOrDate('from')
    .optional()
    .describe(
      'Only events recorded at this instant or later; a plain date is its first instant, UTC.',
    ),
  to: instantOrDate('to')
    .optional()
    .describe('Only events recorded before this instant; a plain date is its first instant, UTC.'),
  api_key_id: idFilter('key', 'api_key_id', 'Only usage of this API key.'),
  billable: textFlag('billable')
    .optional()
    .describe('`true`: only billable usage. `false`: only usage that is not billed.'),
}

export const usageFilterSchema = z.object({
  ...filterFields,
  verification_id: idFilter('ver', 'verification_id', 'Only usage of this verification.'),
})

export const summaryQuerySchema = z.object({
  ...filterFields,
  from: filterFields.from.describe(
    'Default: the first day of the month in which `to` lies; by month, eleven months before that.',
  ),
  to: filterFields.to.describe('Default: the end of today, UTC.'),
  group_by: z
    .enum(groupings, { error: `group_by must be one of ${groupings.join(', ')}.` })
    .optional()
    .describe('Default `day`; at most 366 days or 120 months.'),
})

export const usageQuery = [
  'type',
  'from',
  'to',
  'api_key_id',
  'verification_id',
  'billable',
] as const
export const summaryQuery = ['group_by', 'type', 'from', 'to', 'api_key_id', 'billable'] as const

type Query<Name extends string> = Partial<Readonly<Record<Name, string>>>

/**
 * `from` is inclusive, `to` is exclusive; a plain date means its first instant, UTC.
 * @throws AppError `invalid_request` with every fault.
 */
export function parseUsageFilter(query: Query<(typeof usageQuery)[number]>): UsageFilter {
  const parsed = parse(usageFilterSchema, query)
  return {
    type: parsed.type,
    apiKeyId: parsed.api_key_id,
    verificationId: parsed.verification_id,
    billable: parsed.billable,
    from: parsed.from,
    to: parsed.to,
  }
}

const recountSchema = z.object({
  from: filterFields.from,
  to: filterFields.to,
  repair: z.boolean({ error: 'repair must be true or false.' }).default(false),
})

/**
 * Parses the console's request for a recount, whose days are those of `svc usage recount`.
 * @throws AppError `invalid_request` with every fault.
 */
export function parseRecount(body: unknown): z.output<typeof recountSchema> {
  return parse(recountSchema, body)
}

/**
 * `to` defaults to the end of today, UTC. `from` defaults to the first day of the month in which `to`
 * lies; by month, to eleven months before that.
 * @throws AppError `invalid_request` with every fault.
 */
export function parseSummary(
  query: Query<(typeof summaryQuery)[number]>,
  nowMs: number,
): SummaryRequest {
  const parsed = parse(summaryQuerySchema, query)
  const grouping = parsed.group_by ?? 'day'
  const to = parsed.to ?? Math.max(startOfNext('day', nowMs), parsed.from ?? 0)
  const period = { from: parsed.from ?? defaultFrom(grouping, to), to }
  const tooLong = faultOfLength(grouping, period)
  if (tooLong) throw refuseFaults([tooLong])
  const { type, api_key_id: apiKeyId, billable } = parsed
  return { filter: { type, apiKeyId, billable }, grouping, period }
}

function parse<Parsed>(shape: z.ZodType<Parsed>, query: unknown): Parsed {
  return parseWithSpan(shape, query, ['from', 'to'])
}

function defaultFrom(grouping: Grouping, to: number): number {
  const last = new Date(to - 1)
  const earlier = grouping === 'month' ? 11 : 0
  return Math.max(
    0,
    startOf('month', Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - earlier)),
  )
}

const daysMax = 366
const monthsMax = 120

/** Limits how many groups a summary has: groups without usage are listed too. */
function faultOfLength(grouping: Grouping, { from, to }: Period): Fault | undefined {
  const days = (to - from) / dayMs
  if (grouping === 'day' && days > daysMax) {
    const message = `from lies more than ${daysMax} days before to; ask for less, or group by month.`
    return { param: 'from', code: 'too_long', message }
  }
  if (grouping === 'month' && days > monthsMax * 31) {
    const message = `from lies more than ${monthsMax} months before to; ask for less.`
    return { param: 'from', code: 'too_long', message }
  }
  return undefined
}

const usageEventSchema = z
  .object({
    id: idText('use', 'The event’s id.'),
    type: z.enum(usageTypes).describe('What was metered.'),
    environment: z.enum(environments),
    api_key_id: idText('key', 'The API key that caused the usage.'),
    verification_id: idText('ver', 'The verification that the usage is for.'),
    quantity: z.int().describe('1; negative on a correction.'),
    billable: z.boolean().describe('False in the sandbox.'),
    source: z.enum(usageSources).describe('What caused the usage.'),
    created_at: instantText('When the event was recorded.'),
    corrects: z
      .object({
        id: idText('use', 'The event that is corrected.'),
        created_at: instantText('When that event was recorded.'),
      })
      .describe('Only on a correction.')
      .exactOptional(),
    reason: z.string().describe('Only on a correction: its reason.').exactOptional(),
  })
  .meta({ id: 'UsageEvent' })
export type UsageEventJson = Wire<typeof usageEventSchema>

const countFields = {
  events: z.int().min(0).describe('Number of events.'),
  quantity: z.int().describe('The sum of their quantities.'),
  billable_quantity: z.int().describe('The billable part of `quantity`.'),
}

const countSchema = z.object(countFields).meta({ id: 'UsageCount' })
export type UsageCountJson = Wire<typeof countSchema>

const totalsFields = z.object({
  ...countFields,
  by_type: z.object({ 'kyc.verify': countSchema, 'score.get': countSchema }),
})

const totalsSchema = totalsFields.meta({
  id: 'UsageTotals',
  description: 'Totals of all matching events, not only of this page.',
})
export type UsageTotalsJson = Wire<typeof totalsSchema>

export const usageListSchema = pageOf(usageEventSchema, 'UsageEvents')
  .extend({ totals: totalsSchema })
  .meta({ id: 'UsageList' })

const groupSchema = totalsFields
  .extend({ group: z.string().describe('The day, month, type or id of the key.') })
  .meta({ id: 'UsageGroup' })
export type UsageGroupJson = Wire<typeof groupSchema>

export const usageSummarySchema = z
  .object({
    group_by: z.enum(groupings),
    from: instantText('Start of the period, inclusive.'),
    to: instantText('End of the period, exclusive.'),
    items: z.array(groupSchema).describe('In order; includes days and months without usage.'),
    totals: totalsSchema,
  })
  .meta({ id: 'UsageSummary' })
export type UsageSummaryJson = Wire<typeof usageSummarySchema>

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

function countJson({ events, quantity, billableQuantity }: UsageCount): UsageCountJson {
  return { events, quantity, billable_quantity: billableQuantity }
}
