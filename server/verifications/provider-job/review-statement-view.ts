// Reads what the closed review of a verification says of the users whom the provider suspects for their faces.

import { z } from 'zod'
import { fromJson } from '../../db/columns.ts'
import type { Reader } from '../../db/transaction.ts'
import type { Verification } from '../verification.ts'

/** They are the customer, or others who look like the customer. */
type ReviewStatement = 'same_person' | 'lookalike'

const codes = z.array(z.string())

/** Reasons of a reviewer that speak against the customer, whatever else they say. */
const against = ['fraud_suspected', 'document_forged', 'other_person']

/** Returns undefined where the review says neither, or both, or speaks against the customer. */
export async function findReviewStatement(
  db: Reader,
  { id, status }: Pick<Verification, 'id' | 'status'>,
): Promise<ReviewStatement | undefined> {
  const row = await db
    .selectFrom('reviews')
    .select(['outcome', 'outcome_reasons'])
    .where('verification_id', '=', id)
    .where('state', '=', 'closed')
    .executeTakeFirst()
  if (row === undefined) return undefined
  const reasons = fromJson(codes, row.outcome_reasons ?? '[]')
  const isFor = status === 'approved' ? row.outcome !== 'dispute' : row.outcome === 'dispute'
  if (!isFor || reasons.some((reason) => against.includes(reason))) return undefined
  // Where staff decide themselves, or overturn a decline, it is said of the selfie and the portrait of the document.
  const isOfUsers = status === 'error' || (status === 'approved' && row.outcome === 'confirm')
  const isSame = isOfUsers && reasons.includes('same_person')
  const isLookalike = reasons.includes('lookalike')
  if (isSame === isLookalike) return undefined
  return isSame ? 'same_person' : 'lookalike'
}
