// The wire shape of a submission, each field stated once: what a client sends, and how it becomes the domain's object
// (specification 2.1 to 2.3, rulings 1.5 and 4.3). What it gets back: `verification-json.ts`.

import { z } from 'zod'
import { choiceFault, jsonFlag, textFlag, unlessEmpty } from '../../kernel/field-shape.ts'
import { documentTypes, markets } from '../../markets/market.ts'
import { sandboxOutcomes } from '../../verifications/sandbox/sandbox-outcome.ts'
import type { Submission } from '../../verifications/submission/submission.ts'
import { documentsOfLiveMarkets, servedMarkets } from './market-text.ts'
import {
  birthDate,
  country,
  delaySeconds,
  delaySecondsOfText,
  documentNumber,
  instant,
  personName,
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

/** Form fields are texts, and empty ones count as absent; JSON fields have types. */
function submissionSchema(form: 'json' | 'multipart') {
  const optional = <Type extends z.ZodType>(type: Type, note: z.GlobalMeta) =>
    form === 'json' ? type.optional().meta(note) : unlessEmpty(type).meta(note)
  const ofPerson = <Type extends z.ZodType>(type: Type, note: z.GlobalMeta) =>
    form === 'json' ? type.meta(note) : optional(type, note)
  return z.object({
    id_type: submittedIdType,
    country: submittedCountry,
    id_number: ofPerson(documentNumber, {
      description:
        'As on the document: a letter or digit first, then also spaces, dots, slashes and hyphens.',
      example: '1751199000042',
    }),
    first_name: ofPerson(personName('first_name'), {
      description: 'As on the document; at least one letter.',
      example: 'Ndèye',
    }),
    last_name: ofPerson(personName('last_name'), {
      description: 'As on the document; at least one letter.',
      example: 'Marabout',
    }),
    date_of_birth: ofPerson(birthDate, {
      description: 'A real date of the past, from 1900 on.',
      example: '1990-01-01',
    }),
    // Not trimmed or normalized: returned and searched exactly as sent.
    external_ref: optional(verbatim('external_ref', 200), {
      description: 'Your own reference; returned unchanged, also in webhooks. No personal data.',
      example: 'customer-4711',
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
    }),
    consent_given_at: optional(instant('consent_given_at'), {
      description: 'When the person agreed, as you recorded it.',
    }),
    consent_notice: optional(textField('consent_notice', 200), {
      description: 'Which notice the person agreed to: a version or an address.',
    }),
  })
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
