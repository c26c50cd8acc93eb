// Reads whether the closed review of a verification found that its customer and the users whom the provider suspects
// are one and the same.

import { z } from 'zod'
import { fromJson } from '../../db/columns.ts'
import type { Reader } from '../../db/transaction.ts'
import type { Verification } from '../verification.ts'

const codes = z.array(z.string())

/** Reasons of a reviewer that speak against it, whatever else they say. */
const against = ['fraud_suspected', 'document_forged', 'other_person']

/**
 * Staff say so by disputing an error of suspected fraud as `same_person`, or by confirming an approval although the
 * provider suspected fraud later.
 */
export async function isClearedByReview(
  db: Reader,
  { id, status }: Pick<Verification, 'id' | 'status'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('reviews')
    .select(['outcome', 'outcome_reasons'])
    .where('verification_id', '=', id)
    .where('state', '=', 'closed')
    .executeTakeFirst()
  if (row === undefined) return false
  const reasons = fromJson(codes, row.outcome_reasons ?? '[]')
  if (reasons.some((reason) => against.includes(reason))) return false
  if (status === 'approved') return row.outcome === 'confirm'
  return status === 'error' && row.outcome === 'dispute' && reasons.includes('same_person')
}
