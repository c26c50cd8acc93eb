// Finds the reviews whose decision is hidden from a user: an open quality check waits for somebody who has not seen it.

import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { Reader } from '../../db/transaction.ts'
import { holderAt } from '../review.ts'
import { firstOpenId, naming } from './open-checks-view.ts'
import { isOpenAt, type QualityCheck } from './quality-check.ts'
import { findQualityCheckOf } from './quality-store.ts'

interface Viewer {
  readonly userId: string
  readonly nowMs: number
}

/** Call it for users who may decide reviews: only they can be asked to make a check. */
export async function listHiddenAmong(
  db: Reader,
  verificationIds: readonly string[],
  { userId, nowMs }: Viewer,
): Promise<ReadonlySet<string>> {
  if (verificationIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('quality_checks')
    .select('verification_id')
    .where('verification_id', 'in', verificationIds)
    .where('closed_at', 'is', null)
    .where('id', '>=', firstOpenId(nowMs))
    .where('involved', 'not like', naming(userId))
    .execute()
  return new Set(rows.map(({ verification_id: id }) => id))
}

/** The same of one review, as a condition of a query on `reviews`. */
export function isHiddenFrom({ userId, nowMs }: Viewer) {
  return (eb: ExpressionBuilder<Schema, 'reviews'>): Expression<SqlBool> =>
    eb.exists(
      eb
        .selectFrom('quality_checks')
        .select('quality_checks.id')
        .whereRef('quality_checks.verification_id', '=', 'reviews.verification_id')
        .where('quality_checks.closed_at', 'is', null)
        .where('quality_checks.id', '>=', firstOpenId(nowMs))
        .where('involved', 'not like', naming(userId)),
    )
}

/** Returns the open check of a verification that this user may make; undefined if there is none. */
export async function findQualityCheckFor(
  db: Reader,
  verificationId: string,
  { userId, nowMs }: Viewer,
): Promise<QualityCheck | undefined> {
  const check = await findQualityCheckOf(db, verificationId)
  if (check === undefined || !isOpenAt(check, nowMs)) return undefined
  return check.involved.includes(userId) ? undefined : check
}

/**
 * Returns the id of the check of this verification that the user holds now: their reason for seeing its personal data.
 */
export async function findHeldQualityCheck(
  db: Reader,
  { verificationId, userId, nowMs }: Viewer & { readonly verificationId: string },
): Promise<string | undefined> {
  const check = await findQualityCheckFor(db, verificationId, { userId, nowMs })
  return check !== undefined && holderAt(check, nowMs) === userId ? check.id : undefined
}
