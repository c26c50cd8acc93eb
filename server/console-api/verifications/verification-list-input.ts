// Parses the requests of the console's list of verifications: a filter from the query, or a document number from the
// body, because document numbers must not be in URLs.

import { z } from 'zod'
import { type AppError, refuseFaults } from '../../kernel/app-error.ts'
import { firstIdAt, isId } from '../../kernel/ids.ts'
import { faultOfSpan } from '../../kernel/instant.ts'
import { environments } from '../../keys/key.ts'
import { bands } from '../../scoring/bands.ts'
import { filterQuery, filterShape } from '../../verifications/filter-input.ts'
import { reasonCodes } from '../../verifications/reasons.ts'
import { type AccessReason, accessReasonField } from './access-reason.ts'
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

const verificationFilterSchema = filterShape.extend({
  environment,
  band: z.enum(bands, { error: `band must be one of ${bands.join(', ')}.` }).optional(),
  reason: z
    .enum(reasonCodes, { error: 'reason must be a reason code of a verification.' })
    .optional(),
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
  const parsed = verificationFilterSchema.safeParse(query)
  if (!parsed.success) throw refuse(parsed.error)
  const { data } = parsed
  const { created_from: from, created_to: to } = data
  const reversed = faultOfSpan(['created_from', from], ['created_to', to])
  if (reversed.length > 0) throw refuseFaults(reversed)
  return {
    environment: data.environment,
    status: data.status,
    country: data.country,
    idType: data.id_type,
    band: data.band,
    reason: data.reason,
    externalRef: data.external_ref,
    scoringSkipped: data.scoring_skipped,
    id: data.id,
    idFrom: from === undefined ? undefined : firstIdAt('ver', from),
    idBefore: to === undefined ? undefined : firstIdAt('ver', to),
  }
}

const personalExportShape = z.object({ purpose: accessReasonField('purpose') })

/** Named `purpose`, because `reason` in the same body is a filter. @throws AppError `invalid_request` */
export function parseExportPurpose(body: unknown): AccessReason {
  const parsed = personalExportShape.safeParse(body ?? {})
  if (!parsed.success) throw refuse(parsed.error)
  return parsed.data.purpose
}

const numberCharactersMax = 100

const numberSearchShape = z.object({
  environment,
  id_number: z
    .string({ error: 'id_number must be a document number.' })
    .trim()
    .min(1, 'id_number must not be empty.')
    .max(numberCharactersMax, `id_number has at most ${numberCharactersMax} characters.`),
  country: filterShape.shape.country,
  cursor: z.string({ error: 'cursor must be a text.' }).optional(),
})

export type NumberSearch = z.infer<typeof numberSearchShape>

/** @throws AppError `invalid_request` with every fault; no message quotes the number */
export function parseNumberSearch(body: unknown): NumberSearch {
  const parsed = numberSearchShape.safeParse(body)
  if (!parsed.success) throw refuse(parsed.error)
  return parsed.data
}

function refuse(error: z.ZodError): AppError {
  return refuseFaults(
    error.issues.map(({ path, message }) => ({ param: path.join('.'), code: 'invalid', message })),
  )
}
