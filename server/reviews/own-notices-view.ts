// Reads and counts what a reviewer has not seen yet: reviews that were assigned to them, their proposals that were
// rejected.

import { orUndefined } from '../db/columns.ts'
import { countRows } from '../db/count-rows.ts'
import type { Reader } from '../db/transaction.ts'
import type { Environment } from '../kernel/environment.ts'
import type { ListedReviewNotice } from './own-work.ts'

interface Asked {
  readonly userId: string
  readonly environment: Environment
}

/** Longer lists are cut; once these are seen, the rest follows. */
const noticesMax = 50

/** Newest first. */
export async function listReviewNotices(
  db: Reader,
  { userId, environment }: Asked,
): Promise<readonly ListedReviewNotice[]> {
  const rows = await db
    .selectFrom('review_notices as notice')
    .leftJoin('users as by', 'by.id', 'notice.by_id')
    .selectAll('notice')
    .select('by.name as by_name')
    .where('notice.user_id', '=', userId)
    .where('notice.environment', '=', environment)
    .orderBy('notice.id', 'desc')
    .limit(noticesMax)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    verificationId: row.verification_id,
    by: row.by_id === null ? undefined : { id: row.by_id, name: row.by_name ?? '' },
    reason: orUndefined(row.reason),
    at: row.at,
  }))
}

/** 50 stands for 50 and more. */
export async function countReviewNotices(
  db: Reader,
  { userId, environment }: Asked,
): Promise<number> {
  const unseen = db
    .selectFrom('review_notices')
    .select('id')
    .where('user_id', '=', userId)
    .where('environment', '=', environment)
    .limit(noticesMax)
  return countRows(db.selectFrom(unseen.as('unseen')))
}
