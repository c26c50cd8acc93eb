// Parses the query parameters and texts of usage requests; reports all faults at once.

import { z } from 'zod'
import { type Fault, refuseFaults } from '../kernel/app-error.ts'
import { textFlag } from '../kernel/field-shape.ts'
import { type IdPrefix, isId } from '../kernel/ids.ts'
import { faultOfSpan, instantOrDate } from '../kernel/instant.ts'
import { unprintable } from '../kernel/unprintable.ts'
import { type Period, startOf, startOfNext } from './span.ts'
import { type Grouping, groupings } from './summarise.ts'
import { usageTypes } from './usage.ts'
import type { SummaryRequest } from './usage-report.ts'
import type { UsageFilter } from './usage-view.ts'

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
  const parsed = parse(usageShape, query)
  return {
    type: parsed.type,
    apiKeyId: parsed.api_key_id,
    verificationId: parsed.verification_id,
    billable: parsed.billable,
    from: parsed.from,
    to: parsed.to,
  }
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
  const parsed = parse(summaryShape, query)
  const grouping = parsed.group_by ?? 'day'
  const to = parsed.to ?? Math.max(startOfNext('day', nowMs), parsed.from ?? 0)
  const period = { from: parsed.from ?? defaultFrom(grouping, to), to }
  const tooLong = faultOfLength(grouping, period)
  if (tooLong) throw refuseFaults([tooLong])
  const { type, api_key_id: apiKeyId, billable } = parsed
  return { filter: { type, apiKeyId, billable }, grouping, period }
}

const reasonCharactersMax = 200

/** Parses the reason of a correction. @throws AppError `invalid_request` */
export function parseCorrectionReason(text: string | undefined): string {
  const reason = text?.trim() ?? ''
  const message =
    reason === ''
      ? 'reason is required: a text for the client, without personal data.'
      : [...reason].length > reasonCharactersMax
        ? `reason has at most ${reasonCharactersMax} characters.`
        : unprintable.test(reason)
          ? 'reason holds control or direction characters.'
          : undefined
  if (message === undefined) return reason
  const code = reason === '' ? 'missing' : 'invalid'
  throw refuseFaults([{ param: 'reason', code, message }])
}

const filterFields = {
  type: z.enum(usageTypes, { error: `type must be one of ${usageTypes.join(', ')}.` }).optional(),
  from: instantOrDate('from').optional(),
  to: instantOrDate('to').optional(),
  api_key_id: idOf('key', 'api_key_id'),
  billable: textFlag('billable').optional(),
}
export const usageShape = z.object({
  ...filterFields,
  verification_id: idOf('ver', 'verification_id'),
})
export const summaryShape = z.object({
  ...filterFields,
  group_by: z
    .enum(groupings, { error: `group_by must be one of ${groupings.join(', ')}.` })
    .optional(),
})

function idOf(prefix: IdPrefix, name: string) {
  return z
    .string()
    .refine((text) => isId(prefix, text), `${name} is an id such as ${prefix}_01kx3b….`)
    .optional()
}

interface Times {
  readonly from?: number | undefined
  readonly to?: number | undefined
}

function parse<Parsed extends Times>(
  shape: z.ZodType<Parsed>,
  query: Query<'from' | 'to'>,
): Parsed {
  const parsed = shape.safeParse(query)
  if (!parsed.success) {
    throw refuseFaults(
      parsed.error.issues.map((issue) => ({
        param: issue.path.join('.'),
        code: 'invalid',
        message: issue.message,
      })),
    )
  }
  const { from, to } = parsed.data
  const reversed = faultOfSpan(['from', from], ['to', to])
  if (reversed.length > 0) throw refuseFaults(reversed)
  return parsed.data
}

function defaultFrom(grouping: Grouping, to: number): number {
  const last = new Date(to - 1)
  const earlier = grouping === 'month' ? 11 : 0
  return Math.max(
    0,
    startOf('month', Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - earlier)),
  )
}

const dayMs = 24 * 60 * 60 * 1000
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
