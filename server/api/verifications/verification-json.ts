// The wire shape of a verification: what a client gets back, and how it comes from the domain's object (specification
// 2.1 to 2.3, rulings 1.5 and 4.3). What it sends: `submission-api.ts`.

import { z } from 'zod'
import { isoOrNull, toIso } from '../../kernel/clock.ts'
import { idText, instantText, pageOf, type Wire } from '../../kernel/wire-schema.ts'
import { documentTypes } from '../../markets/market.ts'
import { verdictOfDateReason } from '../../matching/compare-dates.ts'
import { verdictOfNumberReason } from '../../matching/compare-numbers.ts'
import { verdictOfReason } from '../../matching/judge-names.ts'
import { scoreOf } from '../../scoring/score.ts'
import {
  countryField,
  externalRefField,
} from '../../verifications/completion/verification-event-json.ts'
import { reasonJson, reasonSchema } from '../../verifications/reason-json.ts'
import type { ReviewSummary } from '../../verifications/review-summary.ts'
import {
  checkNames,
  checkResults,
  type VerificationSummary,
  verificationStatuses,
} from '../../verifications/verification.ts'
import type { ReadVerification } from '../../verifications/verification-in-full.ts'
import { scoreJson, scoreSchema } from '../scores/score-api.ts'
import { documentJson, documentSchema } from './document-api.ts'
import { reviewSummaryJson, reviewSummarySchema } from './review-api.ts'

const verificationFields = z.object({
  id: idText('ver', 'Id of the verification.'),
  status: z
    .enum(verificationStatuses)
    .describe(
      '`pending` in live, usually for 10 to 30 seconds, until staff decide where no provider does, and in the sandbox only with sandbox_delay_seconds. `approved`: identity confirmed. `declined`: not confirmed. `error`: the check could not be made.',
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

/** What a submission returns: a new verification has no review yet. */
export const verificationSchema = verificationFields.meta({ id: 'Verification' })

export type VerificationJson = Wire<typeof verificationSchema>

const readFields = verificationFields.extend({
  review: reviewSummarySchema
    .nullable()
    .describe('The review by staff; null where there is none. It changes no final `status`.'),
})

const listedVerificationSchema = readFields.meta({ id: 'ListedVerification' })

export type ListedVerificationJson = Wire<typeof listedVerificationSchema>

function checkReasonsExplained(): string {
  const listed = (reasons: object) => `\`${Object.keys(reasons).join('`, `')}\``
  return `Names: ${listed(verdictOfReason)}. Dates: ${listed(verdictOfDateReason)}. Numbers: ${listed(verdictOfNumberReason)}, \`other_number\` (the zone has numbers of other kinds only).`
}

const checkSchema = z
  .object({
    check: z.enum(checkNames).describe('What was compared or judged.'),
    result: z
      .enum(checkResults)
      .describe('`not_done`: the provider did not do it, or there was nothing to compare.'),
    reason: z
      .string()
      .describe(
        `On comparisons: the result in detail. Stable; more may come. ${checkReasonsExplained()}`,
      )
      .exactOptional(),
  })
  .meta({ id: 'Check' })

export const verificationDetailSchema = readFields
  .extend({
    checks: z
      .array(checkSchema)
      .describe(
        'The checks and their results; while pending at most those of the document’s zone.',
      ),
    document: documentSchema
      .nullable()
      .describe(
        'What was read in the document’s machine-readable zone before the provider was asked; null where it was not read.',
      ),
    smile_result: z
      .record(z.string(), z.unknown())
      .describe(
        'The identity provider’s final answer, unchanged: its fields are its own, such as `ResultCode` and `ResultText`. Empty while pending, or when there is no answer; after a failure on our side or of the network, our own note of it.',
      ),
  })
  .meta({ id: 'VerificationDetail' })

export type VerificationDetailJson = Wire<typeof verificationDetailSchema>

export const verificationListSchema = pageOf(listedVerificationSchema, 'VerificationList')

export function verificationJson(verification: VerificationSummary): VerificationJson {
  const { status, completedAt, externalRef } = verification
  const explained = status === 'declined' || status === 'error'
  const score = scoreOf(verification.scoring)
  const skipped = verification.scoring.state === 'skipped'
  return {
    id: verification.id,
    status,
    country: verification.country,
    id_type: verification.idType,
    ...(externalRef === undefined ? {} : { external_ref: externalRef }),
    created_at: toIso(verification.createdAt),
    completed_at: isoOrNull(completedAt),
    score: score ? scoreJson(score) : null,
    ...(explained ? { reasons: verification.reasons.map(reasonJson) } : {}),
    ...(skipped ? { metadata: { scoring_skipped: true, scoring_error: 'UNAVAILABLE' } } : {}),
  }
}

/** As lists show it. */
export function listedVerificationJson(
  verification: VerificationSummary,
  review: ReviewSummary | undefined,
): ListedVerificationJson {
  return { ...verificationJson(verification), review: review ? reviewSummaryJson(review) : null }
}

export function verificationDetailJson({
  verification,
  review,
  providerAnswer,
  zone,
}: ReadVerification): VerificationDetailJson {
  return {
    ...listedVerificationJson(verification, review),
    checks: verification.checks,
    document: zone === undefined ? null : documentJson(zone, verification.findings),
    smile_result: smileResult(providerAnswer),
  }
}

/** Always an object (rulings 9.7), whatever was stored. */
function smileResult(answer: unknown): VerificationDetailJson['smile_result'] {
  if (answer === undefined || answer === null) return {}
  return typeof answer === 'object' && !Array.isArray(answer) ? { ...answer } : { answer }
}
