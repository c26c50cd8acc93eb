// Schemas of the JSON of `verification-json`, for the OpenAPI document.

import { z } from 'zod'
import { idText, instantText, pageOf, wireSchema } from '../../kernel/wire-schema.ts'
import { documentTypes } from '../../markets/market.ts'
import { reasonCodes } from '../../verifications/reasons.ts'
import { checkNames, checkResults, verificationStatuses } from '../../verifications/verification.ts'
import type {
  ReasonJson,
  VerificationDetailJson,
  VerificationJson,
} from '../../verifications/verification-json.ts'
import { scoreSchema } from '../scores/score-schema.ts'

export const reasonSchema = wireSchema<ReasonJson>()(
  z
    .object({
      code: z.string().describe(`Stable; more may come. One of \`${reasonCodes.join('`, `')}\`.`),
      message: z.string().describe('A sentence for people.'),
      retry_allowed: z
        .boolean()
        .describe('Whether a new verification of the same person may have another outcome.'),
    })
    .meta({ id: 'Reason' }),
)

/** Fields shared with the event payloads. */
export const countryField = z
  .string()
  .meta({ description: 'ISO 3166-1 alpha-2.', pattern: '^[A-Z]{2}$', example: 'SN' })

export const externalRefField = z.string().meta({
  description: 'The client’s own reference; left out when it sent none.',
  example: 'customer-4711',
})

const verificationFields = z.object({
  id: idText('ver', 'Id of the verification.'),
  status: z
    .enum(verificationStatuses)
    .describe(
      '`pending` in live, usually for 10 to 30 seconds, and in the sandbox only with sandbox_delay_seconds. `approved`: identity confirmed. `declined`: not confirmed. `error`: the check could not be made.',
    ),
  country: countryField,
  id_type: z.enum(documentTypes),
  external_ref: externalRefField.exactOptional(),
  created_at: instantText('When it was submitted.'),
  completed_at: instantText('When it was completed; null while pending.').nullable(),
  score: scoreSchema.nullable().describe('null while there is none.'),
  reasons: z
    .array(reasonSchema)
    .describe('Reasons for the outcome; on `declined` and `error` only.')
    .exactOptional(),
  metadata: z
    .object({ scoring_skipped: z.literal(true), scoring_error: z.literal('UNAVAILABLE') })
    .describe('Only when a score was requested and skipped; retrieve the score later.')
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
      .describe('On comparisons: the result in detail, as a stable code.')
      .exactOptional(),
  })
  .meta({ id: 'Check' })

export const verificationDetailSchema = wireSchema<VerificationDetailJson>()(
  verificationFields
    .extend({
      checks: z.array(checkSchema).describe('The checks and their results.'),
      smile_result: z
        .record(z.string(), z.unknown())
        .describe(
          'The identity provider’s final answer, unchanged: its fields are its own, such as `ResultCode` and `ResultText`. Empty while pending, or when there is no answer; after a failure on our side or of the network, our own note of it.',
        ),
    })
    .meta({ id: 'VerificationDetail' }),
)

export const verificationListSchema = pageOf(verificationSchema, 'VerificationList')
