// Descriptions of the usage endpoints for the OpenAPI document.

import type { RouteDescription } from '../../kernel/route-description.ts'
import {
  summaryQuerySchema,
  type UsageEventJson,
  type UsageSummaryJson,
  type UsageTotalsJson,
  usageFilterSchema,
  usageListSchema,
  usageSummarySchema,
} from './usage-api.ts'

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
    query: usageFilterSchema,
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
    query: summaryQuerySchema,
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
