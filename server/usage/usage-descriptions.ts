// What the interface document says of the endpoints for usage.

import { describeFields, type EndpointDescription } from '../kernel/endpoint-description.ts'
import { idPattern } from '../kernel/ids.ts'
import { summaryShape, usageShape } from './usage-input.ts'
import type { UsageEventJson, UsageSummaryJson, UsageTotalsJson } from './usage-json.ts'
import { usageListSchema, usageSummarySchema } from './usage-schema.ts'

const notes = {
  type: 'Only events of this type.',
  from: 'Metered at this instant or later; a plain date is its first instant, UTC.',
  to: 'Metered before this instant; a plain date is its first instant, UTC.',
  api_key_id: {
    description: 'Only what this key asked for.',
    override: { pattern: idPattern('key') },
  },
  billable: 'Only what is billed, or only what is not.',
}

const filter = describeFields(usageShape, {
  ...notes,
  verification_id: {
    description: 'Only what is about this verification.',
    override: { pattern: idPattern('ver') },
  },
})

const summary = describeFields(summaryShape, {
  ...notes,
  from: 'Default: the first of the last month asked for; by month, eleven months before that.',
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
    description: 'What was metered in the key’s environment, event by event.',
    query: filter,
    isPaged: true,
    answers: [
      {
        status: 200,
        description: 'A page of events, and the totals of all that fit.',
        schema: usageListSchema,
        examples: { page: { items: [event], next_cursor: null, totals } },
      },
    ],
  },
  summary: {
    operationId: 'summarizeUsage',
    tag,
    summary: 'Sum usage up',
    description: 'Exact counts of a period, by day, month, type or API key.',
    query: summary,
    answers: [
      {
        status: 200,
        description: 'The sums.',
        schema: usageSummarySchema,
        examples: { november },
      },
    ],
  },
} as const satisfies Record<string, EndpointDescription>
