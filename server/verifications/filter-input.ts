// The filters of the verification list, parsed from the query (rulings 4.8).

import { z } from 'zod'
import { refuseFaults } from '../kernel/app-error.ts'
import { textFlag } from '../kernel/field-shape.ts'
import { firstIdAt } from '../kernel/ids.ts'
import { faultOfSpan, instantOrDate } from '../kernel/instant.ts'
import { documentTypes } from '../markets/market.ts'
import { verificationStatuses } from './verification.ts'
import type { VerificationFilter } from './verification-view.ts'

export const filterQuery = [
  'status',
  'country',
  'id_type',
  'external_ref',
  'scoring_skipped',
  'created_from',
  'created_to',
] as const

export const filterShape = z.object({
  status: z
    .enum(verificationStatuses, {
      error: `status must be one of ${verificationStatuses.join(', ')}.`,
    })
    .optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'country is two capital letters, such as SN.')
    .optional(),
  id_type: z
    .enum(documentTypes, { error: `id_type must be one of ${documentTypes.join(', ')}.` })
    .optional(),
  external_ref: z.string().min(1, 'external_ref must not be empty.').optional(),
  scoring_skipped: textFlag('scoring_skipped').optional(),
  created_from: instantOrDate('created_from').optional(),
  created_to: instantOrDate('created_to').optional(),
})

/**
 * `created_from` is inclusive, `created_to` exclusive; a plain date means its first instant, UTC.
 * @throws AppError `invalid_request` with every fault.
 */
export function parseVerificationFilter(
  query: Partial<Readonly<Record<(typeof filterQuery)[number], string>>>,
): VerificationFilter {
  const parsed = filterShape.safeParse(query)
  if (!parsed.success) {
    throw refuseFaults(
      parsed.error.issues.map((issue) => ({
        param: issue.path.join('.'),
        code: 'invalid',
        message: issue.message,
      })),
    )
  }
  const { created_from: from, created_to: to } = parsed.data
  const reversed = faultOfSpan(['created_from', from], ['created_to', to])
  if (reversed.length > 0) throw refuseFaults(reversed)
  return {
    status: parsed.data.status,
    country: parsed.data.country,
    idType: parsed.data.id_type,
    externalRef: parsed.data.external_ref,
    scoringSkipped: parsed.data.scoring_skipped,
    idFrom: from === undefined ? undefined : firstIdAt('ver', from),
    idBefore: to === undefined ? undefined : firstIdAt('ver', to),
  }
}
