// The filters of the verification list, parsed from the query (rulings 4.8).

import { z } from 'zod'
import { textFlag } from '../kernel/field-shape.ts'
import { firstIdAt } from '../kernel/ids.ts'
import { instantOrDate } from '../kernel/instant.ts'
import { parseWithSpan } from '../kernel/parse-with-span.ts'
import { documentTypes } from '../markets/market.ts'
import { reviewStates } from './review-summary.ts'
import { verificationStatuses } from './verification.ts'
import type { VerificationFilter } from './verification-view.ts'

export const filterQuery = [
  'status',
  'country',
  'id_type',
  'external_ref',
  'review_state',
  'scoring_skipped',
  'created_from',
  'created_to',
] as const

export const verificationFilterShape = z.object({
  status: z
    .enum(verificationStatuses, {
      error: `status must be one of ${verificationStatuses.join(', ')}.`,
    })
    .optional()
    .describe('Only verifications with this status.'),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'country is two capital letters, such as SN.')
    .optional()
    .describe('Only verifications of this country.'),
  id_type: z
    .enum(documentTypes, { error: `id_type must be one of ${documentTypes.join(', ')}.` })
    .optional()
    .describe('Only verifications of this document type.'),
  external_ref: z
    .string()
    .min(1, 'external_ref must not be empty.')
    .refine((text) => !text.includes('\0'), 'external_ref must not hold a NUL character.')
    .optional()
    .describe('Only verifications with exactly this reference.'),
  review_state: z
    .enum(reviewStates, { error: `review_state must be one of ${reviewStates.join(', ')}.` })
    .optional()
    .describe('Only verifications with a review in this state.'),
  scoring_skipped: textFlag('scoring_skipped')
    .optional()
    .describe(
      'With `true`, only verifications whose score was requested and skipped; `POST /score/get` can fetch it. With `false`, only the others.',
    ),
  created_from: instantOrDate('created_from')
    .optional()
    .describe('Submitted at this instant or later; a plain date means its first instant, UTC.'),
  created_to: instantOrDate('created_to')
    .optional()
    .describe('Submitted before this instant; a plain date means its first instant, UTC.'),
})

/**
 * `created_from` is inclusive, `created_to` exclusive; a plain date means its first instant, UTC.
 * @throws AppError `invalid_request` with every fault.
 */
export function parseVerificationFilter(
  query: Partial<Readonly<Record<(typeof filterQuery)[number], string>>>,
): VerificationFilter {
  if (Object.keys(query).length === 0) return unfiltered
  return toFilter(parseWithSpan(verificationFilterShape, query, ['created_from', 'created_to']))
}

/** Most lists have no filter, and looking for each field of it takes as long as for one with all of them. */
const unfiltered = toFilter({})

function toFilter(parsed: z.output<typeof verificationFilterShape>): VerificationFilter {
  const { created_from: from, created_to: to } = parsed
  return {
    status: parsed.status,
    country: parsed.country,
    idType: parsed.id_type,
    externalRef: parsed.external_ref,
    reviewState: parsed.review_state,
    scoringSkipped: parsed.scoring_skipped,
    idFrom: from === undefined ? undefined : firstIdAt('ver', from),
    idBefore: to === undefined ? undefined : firstIdAt('ver', to),
  }
}
