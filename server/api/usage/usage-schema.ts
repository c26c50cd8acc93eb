// Response schemas of usage for the OpenAPI document; the shapes are in `usage-json`.

import { z } from 'zod'
import { idText, instantText, pageOf, wireSchema } from '../../kernel/wire-schema.ts'
import { environments } from '../../keys/key.ts'
import { groupings } from '../../usage/summarise.ts'
import { usageSources, usageTypes } from '../../usage/usage.ts'
import type {
  UsageCountJson,
  UsageEventJson,
  UsageGroupJson,
  UsageSummaryJson,
  UsageTotalsJson,
} from '../../usage/usage-json.ts'

export const usageEventSchema = wireSchema<UsageEventJson>()(
  z
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
    .meta({ id: 'UsageEvent' }),
)

const countFields = {
  events: z.int().min(0).describe('Number of events.'),
  quantity: z.int().describe('The sum of their quantities.'),
  billable_quantity: z.int().describe('The billable part of `quantity`.'),
}

const countSchema = wireSchema<UsageCountJson>()(z.object(countFields).meta({ id: 'UsageCount' }))

const totalsFields = z.object({
  ...countFields,
  by_type: z.object({ 'kyc.verify': countSchema, 'score.get': countSchema }),
})

const totalsSchema = wireSchema<UsageTotalsJson>()(
  totalsFields.meta({
    id: 'UsageTotals',
    description: 'Totals of all matching events, not only of this page.',
  }),
)

export const usageListSchema = pageOf(usageEventSchema, 'UsageEvents')
  .extend({ totals: totalsSchema })
  .meta({ id: 'UsageList' })

const groupSchema = wireSchema<UsageGroupJson>()(
  totalsFields
    .extend({ group: z.string().describe('The day, month, type or id of the key.') })
    .meta({ id: 'UsageGroup' }),
)

export const usageSummarySchema = wireSchema<UsageSummaryJson>()(
  z
    .object({
      group_by: z.enum(groupings),
      from: instantText('Start of the period, inclusive.'),
      to: instantText('End of the period, exclusive.'),
      items: z.array(groupSchema).describe('In order; includes days and months without usage.'),
      totals: totalsSchema,
    })
    .meta({ id: 'UsageSummary' }),
)
