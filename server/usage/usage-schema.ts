// The schemas of usage in answers, for the interface document; the shapes themselves stand in
// `usage-json`.

import { z } from 'zod'
import { idText, instantText, pageOf, wireSchema } from '../kernel/wire-schema.ts'
import { environments } from '../keys/key.ts'
import { groupings } from './summarise.ts'
import { usageSources, usageTypes } from './usage.ts'
import type {
  UsageCountJson,
  UsageEventJson,
  UsageGroupJson,
  UsageSummaryJson,
  UsageTotalsJson,
} from './usage-json.ts'

export const usageEventSchema = wireSchema<UsageEventJson>()(
  z
    .object({
      id: idText('use', 'Names the event.'),
      type: z.enum(usageTypes).describe('What was metered.'),
      environment: z.enum(environments),
      api_key_id: idText('key', 'The key that asked for it.'),
      verification_id: idText('ver', 'The verification that it is about.'),
      quantity: z.int().describe('1; negative on a correction.'),
      billable: z.boolean().describe('False in the sandbox.'),
      source: z.enum(usageSources).describe('What brought it about.'),
      created_at: instantText('When it was metered.'),
      corrects: z
        .object({
          id: idText('use', 'The event that is taken back.'),
          created_at: instantText('When that was metered.'),
        })
        .describe('Only on a correction.')
        .exactOptional(),
      reason: z.string().describe('Only on a correction: why.').exactOptional(),
    })
    .meta({ id: 'UsageEvent' }),
)

const countFields = {
  events: z.int().min(0).describe('How many events.'),
  quantity: z.int().describe('The sum of their quantities.'),
  billable_quantity: z.int().describe('The part of it that is billed.'),
}

const countSchema = wireSchema<UsageCountJson>()(z.object(countFields).meta({ id: 'UsageCount' }))

const totalsFields = z.object({
  ...countFields,
  by_type: z.object({ 'kyc.verify': countSchema, 'score.get': countSchema }),
})

const totalsSchema = wireSchema<UsageTotalsJson>()(
  totalsFields.meta({
    id: 'UsageTotals',
    description: 'Of everything that was asked for, on whichever page.',
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
      from: instantText('Where the period begins.'),
      to: instantText('Where it ends; not part of it.'),
      items: z.array(groupSchema).describe('In order; days and months without usage, too.'),
      totals: totalsSchema,
    })
    .meta({ id: 'UsageSummary' }),
)
