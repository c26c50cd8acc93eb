// The schemas of verifications in answers, for the interface document; the shapes themselves stand in
// `verification-json`.

import { z } from 'zod'
import { idText, instantText, pageOf, wireSchema } from '../kernel/wire-schema.ts'
import { documentTypes } from '../markets/market.ts'
import { scoreSchema } from '../scoring/score-schema.ts'
import { reasonCodes } from './reasons.ts'
import { checkNames, checkResults, verificationStatuses } from './verification.ts'
import type { ReasonJson, VerificationDetailJson, VerificationJson } from './verification-json.ts'

export const reasonSchema = wireSchema<ReasonJson>()(
  z
    .object({
      code: z.string().describe(`Stable; more may come. One of \`${reasonCodes.join('`, `')}\`.`),
      message: z.string().describe('A sentence for people.'),
      retry_allowed: z
        .boolean()
        .describe('Whether a new verification of the same person may end otherwise.'),
    })
    .meta({ id: 'Reason' }),
)

/** What is told of a verification wherever it is told. */
export const countryField = z
  .string()
  .meta({ description: 'ISO 3166-1 alpha-2.', pattern: '^[A-Z]{2}$', example: 'SN' })

export const externalRefField = z.string().meta({
  description: 'The client’s own reference; left out when it gave none.',
  example: 'customer-4711',
})

const verificationFields = z.object({
  id: idText('ver', 'Names the verification.'),
  status: z
    .enum(verificationStatuses)
    .describe(
      '`pending` in live, for 10 to 30 seconds as a rule, and in the sandbox only where sandbox_delay_seconds asked for it. `approved`: identity confirmed. `declined`: not confirmed. `error`: the check could not be made.',
    ),
  country: countryField,
  id_type: z.enum(documentTypes),
  external_ref: externalRefField.exactOptional(),
  created_at: instantText('When it was submitted.'),
  completed_at: instantText('When it ended; null while pending.').nullable(),
  score: scoreSchema.nullable().describe('null while there is none.'),
  reasons: z
    .array(reasonSchema)
    .describe('Why it ended so; on `declined` and `error` only.')
    .exactOptional(),
  metadata: z
    .object({ scoring_skipped: z.literal(true), scoring_error: z.literal('UNAVAILABLE') })
    .describe('There only when scoring was asked for and skipped; retrieve the score later.')
    .exactOptional(),
})

export const verificationSchema = wireSchema<VerificationJson>()(
  verificationFields.meta({ id: 'Verification' }),
)

const checkSchema = z
  .object({
    check: z.enum(checkNames).describe('What was compared or judged.'),
    result: z
      .enum(checkResults)
      .describe('`not_done`: the provider did not do it, or there was nothing to compare.'),
    reason: z
      .string()
      .describe('Of a comparison: what was seen, as a stable code.')
      .exactOptional(),
  })
  .meta({ id: 'Check' })

export const verificationDetailSchema = wireSchema<VerificationDetailJson>()(
  verificationFields
    .extend({
      checks: z.array(checkSchema).describe('What was looked at, and how it came out.'),
      smile_result: z
        .record(z.string(), z.unknown())
        .describe(
          'The identity provider’s final answer, unchanged: its fields are its own, such as `ResultCode` and `ResultText`. Empty while pending, and where the provider never answered; after a failure of ours or of the line, what we know of it.',
        ),
    })
    .meta({ id: 'VerificationDetail' }),
)

export const verificationListSchema = pageOf(verificationSchema, 'VerificationList')
