// The wire shape of verifications, each field stated once: what a client submits, what it gets back, and how they
// become the domain's objects and come from them (specification 2.1 to 2.3, rulings 1.5 and 4.3).

import { z } from 'zod'
import { isoOrNull, toIso } from '../../kernel/clock.ts'
import { choiceFault, jsonFlag, textFlag, unlessEmpty } from '../../kernel/field-shape.ts'
import { idText, instantText, pageOf, type Wire } from '../../kernel/wire-schema.ts'
import { documentTypes, markets } from '../../markets/market.ts'
import { scoreOf } from '../../scoring/score.ts'
import type { ReadVerification } from '../../verifications/read-verification.ts'
import { reasonJson, reasonSchema } from '../../verifications/reason-json.ts'
import type { ReviewSummary } from '../../verifications/review-summary.ts'
import { sandboxDelaySecondsMax, sandboxOutcomes } from '../../verifications/sandbox-outcome.ts'
import type { Submission } from '../../verifications/submission.ts'
import {
  checkNames,
  checkResults,
  type VerificationSummary,
  verificationStatuses,
} from '../../verifications/verification.ts'
import { countryField, externalRefField } from '../../verifications/verification-event-json.ts'
import { scoreJson, scoreSchema } from '../scores/score-api.ts'
import { documentJson, documentSchema } from './document-api.ts'
import { documentsOfLiveMarkets, servedMarkets } from './market-text.ts'
import { reviewSummaryJson, reviewSummarySchema } from './review-api.ts'
import {
  birthDate,
  consentNoticeCharactersMax,
  country,
  delaySeconds,
  delaySecondsOfText,
  documentNumber,
  documentNumberCharactersMax,
  externalRefCharactersMax,
  instant,
  personName,
  textCharactersMax,
  textField,
  verbatim,
} from './submission-fields.ts'

const sandboxOutcomeExamples =
  'approved, declined, error, scoring_unavailable and the codes of reasons, such as face_mismatch'

const submittedIdType = z
  .enum(documentTypes, { error: choiceFault('id_type', documentTypes) })
  .describe(
    `Type of the identity document. ${documentsOfLiveMarkets} Any other pair is refused with unsupported_document.`,
  )

const submittedCountry = country.meta({
  description: `ISO 3166-1 alpha-2. ${servedMarkets}`,
  example: 'SN',
  override: { enum: markets.map((market) => market.country) },
})

/** The sandbox's JSON body. Personal fields are required, because the sandbox has no document to read them from. */
export const sandboxBodySchema = submissionSchema('json').meta({ id: 'SandboxSubmission' })

/** The text fields of the live form. */
export const liveFormSchema = submissionSchema('multipart')

/**
 * Form fields are texts, and empty ones count as absent; JSON fields have types. `override` is what the OpenAPI document
 * shows where zod cannot derive it from the parser.
 */
function submissionSchema(form: 'json' | 'multipart') {
  const optional = <Type extends z.ZodType>(type: Type, note: z.GlobalMeta) =>
    form === 'json' ? type.optional().meta(note) : unlessEmpty(type).meta(note)
  const ofPerson = <Type extends z.ZodType>(type: Type, note: z.GlobalMeta) =>
    form === 'json' ? type.meta(note) : optional(type, note)
  return z.object({
    id_type: submittedIdType,
    country: submittedCountry,
    id_number: ofPerson(documentNumber, {
      description: 'Document number, as on the document.',
      example: '1751199000042',
      override: characters(documentNumberCharactersMax),
    }),
    first_name: ofPerson(personName('first_name'), {
      description: 'As on the document.',
      example: 'Ndèye',
      override: characters(textCharactersMax),
    }),
    last_name: ofPerson(personName('last_name'), {
      description: 'As on the document.',
      example: 'Marabout',
      override: characters(textCharactersMax),
    }),
    date_of_birth: ofPerson(birthDate, {
      description: 'A real date of the past, from 1900 on.',
      example: '1990-01-01',
      override: { format: 'date' },
    }),
    // Not trimmed or normalized: returned and searched exactly as sent.
    external_ref: optional(verbatim('external_ref', externalRefCharactersMax), {
      description: 'Your own reference; returned unchanged, also in webhooks. No personal data.',
      example: 'customer-4711',
      override: characters(externalRefCharactersMax),
    }),
    score_requested: optional((form === 'json' ? jsonFlag : textFlag)('score_requested'), {
      description:
        'Requests a credit score; the key then needs the scope `score.get` too. Default false.',
    }),
    sandbox_outcome: optional(
      z.enum(sandboxOutcomes, { error: choiceFault('sandbox_outcome', [sandboxOutcomeExamples]) }),
      {
        description:
          'Sandbox keys only: forces an outcome, or the outcome of a given reason, so that you can test how you handle it. Default `approved`. `scoring_unavailable` needs `score_requested`.',
      },
    ),
    sandbox_delay_seconds: optional(form === 'json' ? delaySeconds : delaySecondsOfText, {
      description:
        'Sandbox keys only: seconds for which the verification stays `pending`, as a live one does. Default 0: decided at once.',
      override: { type: 'integer', minimum: 0, maximum: sandboxDelaySecondsMax },
    }),
    consent_given_at: optional(instant('consent_given_at'), {
      description: 'When the person agreed, as you recorded it.',
    }),
    consent_notice: optional(textField('consent_notice', consentNoticeCharactersMax), {
      description: 'Which notice the person agreed to: a version or an address.',
      override: characters(consentNoticeCharactersMax),
    }),
  })
}

/** Length in the OpenAPI document, which cannot be derived from the parser; at least 1. */
function characters(maxLength: number) {
  return { minLength: 1, maxLength }
}

export function toSubmission(parsed: z.output<ReturnType<typeof submissionSchema>>): Submission {
  return {
    country: parsed.country,
    idType: parsed.id_type,
    externalRef: parsed.external_ref,
    scoreRequested: parsed.score_requested ?? false,
    sandboxOutcome: parsed.sandbox_outcome ?? 'approved',
    sandboxDelaySeconds: parsed.sandbox_delay_seconds ?? 0,
    claims: {
      ...(parsed.id_number === undefined ? {} : { idNumber: parsed.id_number }),
      ...(parsed.first_name === undefined ? {} : { firstName: parsed.first_name }),
      ...(parsed.last_name === undefined ? {} : { lastName: parsed.last_name }),
      ...(parsed.date_of_birth === undefined ? {} : { dateOfBirth: parsed.date_of_birth }),
      ...(parsed.consent_given_at === undefined ? {} : { consentGivenAt: parsed.consent_given_at }),
      ...(parsed.consent_notice === undefined ? {} : { consentNotice: parsed.consent_notice }),
    },
  }
}

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

export const verificationDetailSchema = readFields
  .extend({
    checks: z.array(checkSchema).describe('The checks and their results.'),
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
