// Descriptions of the usage endpoints for the OpenAPI document.

import { idPattern } from '../../kernel/ids.ts'
import { describeFields, type RouteDescription } from '../../kernel/route-description.ts'
import { summaryShape, usageShape } from '../../usage/usage-input.ts'
import type { UsageEventJson, UsageSummaryJson, UsageTotalsJson } from '../../usage/usage-json.ts'
import { usageListSchema, usageSummarySchema } from './usage-schema.ts'

const notes = {
  type: 'Only events of this type.',
  from: 'Only events recorded at this instant or later; a plain date is its first instant, UTC.',
  to: 'Only events recorded before this instant; a plain date is its first instant, UTC.',
  api_key_id: {
    description: 'Only usage of this API key.',
    override: { pattern: idPattern('key') },
  },
  billable: '`true`: only billable usage. `false`: only usage that is not billed.',
}

const filter = describeFields(usageShape, {
  ...notes,
  verification_id: {
    description: 'Only usage of this verification.',
    override: { pattern: idPattern('ver') },
  },
})

const summary = describeFields(summaryShape, {
  ...notes,
  from: 'Default: the first day of the month in which `to` lies; by month, eleven months before that.',
  to: 'Default: the end of today, UTC.',
  group_by: 'Default `day`; at most 366 days or 120 months.',
})

const event: UsageEventJson = {
  id: 'use_01kb5h3m9q7r2s4t6v8w0x1y2z',
  type: 'kyc.verify',
  environment: 'live',
  api_key_id: 'key_01kb5h3m9q7r2s4t6v8w0x1y2z',
  verification_id: 'ver_01kb5h3m9q7r2s4t6v8w0x1y2z',
  quantity: 1,
  billable: true,
  source: 'verification',
  created_at: '2026-11-21T09:30:14.207Z',
}
const one = { events: 1, quantity: 1, billable_quantity: 1 }
const totals: UsageTotalsJson = {
  ...one,
  by_type: {
    'kyc.verify': one,
    'score.get': { events: 0, quantity: 0, billable_quantity: 0 },
  },
}
const november: UsageSummaryJson = {
  group_by: 'month',
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-12-01T00:00:00.000Z',
  items: [{ group: '2026-11', ...totals }],
  totals,
}

const tag = 'Usage'

export const usageDescriptions = {
  list: {
    operationId: 'listUsage',
    tag,
    summary: 'List usage events',
    description: 'Lists the usage events of the key’s environment, newest first.',
    query: filter,
    isPaged: true,
    answers: [
      {
        status: 200,
        description: 'A page of events, and the totals of all events that match.',
        schema: usageListSchema,
        examples: { page: { items: [event], next_cursor: null, totals } },
      },
    ],
  },
  summary: {
    operationId: 'summarizeUsage',
    tag,
    summary: 'Summarize usage',
    description: 'Exact totals of a period, by day, month, type or API key.',
    query: summary,
    answers: [
      {
        status: 200,
        description: 'The totals.',
        schema: usageSummarySchema,
        examples: { november },
      },
    ],
  },
} as const satisfies Record<string, RouteDescription>
