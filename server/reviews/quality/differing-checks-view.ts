// Lists the quality checks whose second decision differs from the first, both side by side, newest check first.

import { fromJson } from '../../db/columns.ts'
import { ifGiven } from '../../db/if-given.ts'
import type { Reader } from '../../db/transaction.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { PageRequest } from '../../kernel/page.ts'
import { entryDetails } from '../review-entry.ts'
import { readOutcomeReasons } from '../review-store.ts'
import type { DifferingCheck } from './quality-check.ts'

/** Returns up to `limit + 1` rows. */
export async function listDifferingChecks(
  db: Reader,
  environment: Environment,
  { limit, after }: PageRequest,
): Promise<readonly DifferingCheck[]> {
  const rows = await db
    .selectFrom('quality_checks as quality')
    .innerJoin('reviews as review', 'review.id', 'quality.review_id')
    .leftJoin('users as first', 'first.id', 'quality.decided_by')
    .leftJoin('users as second', 'second.id', 'quality.checked_by')
    .select([
      'quality.id',
      'quality.verification_id',
      'quality.result',
      'quality.closed_at',
      'quality.created_at',
      'quality.review_id',
      'quality.decided_by',
      'quality.checked_by',
      'quality.outcome as second_outcome',
      'quality.outcome_reasons as second_reasons',
      'review.outcome as first_outcome',
      'review.outcome_reasons as first_reasons',
      'review.closed_at as decided_at',
      'first.name as first_name',
      'second.name as second_name',
    ])
    .where('quality.environment', '=', environment)
    .where('quality.differed_at', 'is not', null)
    .$call(ifGiven(after, (query, value) => query.where('quality.id', '<', value)))
    .orderBy('quality.id', 'desc')
    .limit(limit + 1)
    .execute()
  const made = await readDecisions(
    db,
    rows.map(({ review_id: id }) => id),
  )
  return rows.map((row) => ({
    id: row.id,
    verificationId: row.verification_id,
    isOtherOutcome: row.result === 'other_outcome',
    first: {
      by: { id: row.decided_by, name: row.first_name ?? '' },
      ...(made.findLast((one) => one.reviewId === row.review_id && one.at <= row.created_at)
        ?.decision ?? {
        at: row.decided_at ?? 0,
        outcome: row.first_outcome,
        reasons: readOutcomeReasons(row.first_reasons ?? '[]'),
      }),
    },
    second: {
      by: { id: row.checked_by ?? '', name: row.second_name ?? '' },
      at: row.closed_at ?? 0,
      outcome: row.second_outcome,
      reasons: readOutcomeReasons(row.second_reasons ?? '[]'),
    },
  }))
}

/**
 * Returns the decisions of these reviews, oldest first. A review that was opened again has several: the check compared
 * the one that it was drawn for.
 */
async function readDecisions(db: Reader, reviewIds: readonly string[]) {
  if (reviewIds.length === 0) return []
  const rows = await db
    .selectFrom('review_entries')
    .select(['review_id', 'at', 'details'])
    .where('review_id', 'in', reviewIds)
    .where('kind', 'in', ['decided', 'approved'])
    .orderBy('number')
    .execute()
  return rows.map(({ review_id: reviewId, at, details }) => {
    const { outcome = null, reasons = [] } = fromJson(entryDetails, details)
    return { reviewId, at, decision: { at, outcome, reasons } }
  })
}
