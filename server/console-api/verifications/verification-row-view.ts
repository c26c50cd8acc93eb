// The columns of a row in the console's list of verifications, with its score and review. Encrypted columns are not
// read.

import { orUndefined } from '../../db/columns.ts'
import type { Reader } from '../../db/transaction.ts'
import {
  readFindings,
  readReasons,
  summaryColumns,
} from '../../verifications/verification-table.ts'
import type { ListedReview, VerificationListRow } from './verification-list-row.ts'

export function selectVerificationRows(db: Reader) {
  return db
    .selectFrom('verifications')
    .leftJoin('scores', 'scores.verification_id', 'verifications.id')
    .leftJoin('reviews', 'reviews.verification_id', 'verifications.id')
    .select([
      ...summaryColumns,
      'verifications.findings',
      'scores.score',
      'reviews.id as review_id',
      'reviews.state as review_state',
      'reviews.outcome as review_outcome',
      'reviews.closed_at as review_closed_at',
    ])
}

type Row = NonNullable<
  Awaited<ReturnType<ReturnType<typeof selectVerificationRows>['executeTakeFirst']>>
>

export function toVerificationRow(row: Row): VerificationListRow {
  return {
    id: row.id,
    environment: row.environment,
    status: row.status,
    country: row.country,
    idType: row.id_type,
    externalRef: orUndefined(row.external_ref),
    scoring: row.scoring,
    score: orUndefined(row.score),
    reasons: readReasons(row.reasons),
    findings: readFindings(row.findings).length,
    review: toListedReview(row),
    createdAt: row.created_at,
    completedAt: orUndefined(row.completed_at),
  }
}

/** A proposed review has an outcome too, which is not shown here. */
function toListedReview(row: Row): ListedReview | undefined {
  const { review_id: id, review_state: state, review_outcome: outcome } = row
  if (id === null || state === null) return undefined
  const isClosed = state === 'closed'
  return {
    id,
    state,
    outcome: isClosed ? orUndefined(outcome) : undefined,
    closedAt: orUndefined(row.review_closed_at),
  }
}
