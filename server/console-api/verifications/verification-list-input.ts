// Parses the requests of the console's list of verifications: a filter from the query, or a document number from the
// body, because document numbers must not be in URLs.

import { z } from 'zod'
import { refuseFaults } from '../../kernel/app-error.ts'
import { environments } from '../../kernel/environment.ts'
import { firstIdAt, isId } from '../../kernel/ids.ts'
import { parseOrRefuse } from '../../kernel/parse-or-refuse.ts'
import { parseWithSpan } from '../../kernel/parse-with-span.ts'
import { documentTypes, markets } from '../../markets/market.ts'
import { bands } from '../../scoring/bands.ts'
import { filterQuery, verificationFilterShape } from '../../verifications/filter-input.ts'
import { reasonCodes } from '../../verifications/reasons.ts'
import { reviewStates } from '../../verifications/review-summary.ts'
import { verificationStatuses } from '../../verifications/verification.ts'
import { type AccessReason, listReasons } from './access-reason.ts'
import { severalOf, withSeveral } from './filter-alternatives.ts'
import type { VerificationFilters } from './verification-filters.ts'

export const verificationFilterQuery = [
  ...filterQuery,
  'environment',
  'band',
  'reason',
  'id',
] as const

const environment = z
  .enum(environments, { error: `environment must be one of ${environments.join(', ')}.` })
  .default('live')

const verificationFilterSchema = verificationFilterShape.extend({
  environment,
  status: severalOf('status', verificationStatuses),
  country: severalOf(
    'country',
    markets.map((market) => market.country),
  ),
  id_type: severalOf('id_type', documentTypes),
  review_state: severalOf('review_state', reviewStates),
  band: severalOf('band', bands),
  reason: severalOf('reason', reasonCodes),
  id: z
    .string()
    .refine(
      (text) => isId('ver', text),
      'id must be the id of a verification, such as ver_01kx....',
    )
    .optional(),
})

/** @throws AppError `invalid_request` with every fault */
export function parseVerificationFilters(query: unknown): VerificationFilters {
  const data = parseWithSpan(verificationFilterSchema, query, ['created_from', 'created_to'])
  const { created_from: from, created_to: to } = data
  const rest: VerificationFilters = {
    environment: data.environment,
    externalRef: data.external_ref,
    scoringSkipped: data.scoring_skipped,
    id: data.id,
    idFrom: from === undefined ? undefined : firstIdAt('ver', from),
    idBefore: to === undefined ? undefined : firstIdAt('ver', to),
  }
  return withSeveral(rest, {
    status: data.status,
    country: data.country,
    idType: data.id_type,
    band: data.band,
    reason: data.reason,
    reviewState: data.review_state,
  })
}

const personalExportShape = z.object({
  purpose: z.enum(listReasons, { error: `purpose must be one of ${listReasons.join(', ')}.` }),
})

/**
 * Named `purpose`, because `reason` in the same body is a filter. @throws AppError `invalid_request`
 */
export function parseExportPurpose(body: unknown): AccessReason {
  return parseOrRefuse(personalExportShape, body ?? {}, { absentCode: 'invalid' }).purpose
}

const numberCharactersMax = 100
const nameCharactersMax = 200

const numberSearchShape = z.object({
  environment,
  id_number: z
    .string({ error: 'id_number must be a document number.' })
    .trim()
    .min(1, 'id_number must not be empty.')
    .max(numberCharactersMax, `id_number has at most ${numberCharactersMax} characters.`)
    .optional(),
  name: z
    .string({ error: 'name must be a whole name.' })
    .trim()
    .min(1, 'name must not be empty.')
    .max(nameCharactersMax, `name has at most ${nameCharactersMax} characters.`)
    .optional(),
  country: verificationFilterShape.shape.country,
  cursor: z.string({ error: 'cursor must be a text.' }).optional(),
})

export type NumberSearch = z.infer<typeof numberSearchShape>

/** @throws AppError `invalid_request` with every fault; no message quotes the number */
export function parseNumberSearch(body: unknown): NumberSearch {
  const search = parseOrRefuse(numberSearchShape, body, { absentCode: 'invalid' })
  if ((search.id_number === undefined) === (search.name === undefined)) {
    const message = 'Give either id_number or name.'
    throw refuseFaults([{ param: 'id_number', code: 'invalid', message }])
  }
  return search
}
