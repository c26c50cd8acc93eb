// Tables of the review queue: the reviews and the history of each of them.

import {
  blobColumn,
  integerColumn,
  type TableDefinition,
  table,
  textColumn,
} from '../define-table.ts'

export const reviewTables: readonly TableDefinition[] = [
  // A row is the review of a verification. A verification has at most one.
  table('reviews', {
    id: textColumn.key,
    verification_id: textColumn.unique.references('verifications'),
    environment: textColumn,
    state: textColumn,
    causes: textColumn,
    claimed_by: textColumn.nullable,
    claimed_until: integerColumn.nullable,
    kept_for: textColumn.nullable,
    kept_until: integerColumn.nullable,
    proposal_id: textColumn.nullable,
    proposed_by: textColumn.nullable,
    proposed_at: integerColumn.nullable,
    checker_id: textColumn.nullable,
    proposal_evidence: textColumn.nullable,
    outcome: textColumn.nullable,
    outcome_reasons: textColumn.nullable,
    decided_by: textColumn.nullable,
    approved_by: textColumn.nullable,
    created_at: integerColumn,
    closed_at: integerColumn.nullable,
  })
    .index(['environment', 'state', 'id'])
    .index(['environment', 'closed_at'], {
      name: 'reviews_closed',
      where: 'closed_at is not null',
    })
    .index(['claimed_by'], { name: 'reviews_claimed', where: 'claimed_by is not null' })
    // The queue filters by the users who are involved in a review.
    .index(['kept_for', 'id'], { where: 'kept_for is not null' })
    .index(['proposed_by', 'id'], { where: 'proposed_by is not null' })
    .index(['checker_id', 'id'], { where: 'checker_id is not null' })
    .index(['decided_by', 'id'], { where: 'decided_by is not null' })
    .index(['approved_by', 'id'], { where: 'approved_by is not null' }),

  // A row is an entry in the history of a review, such as a claim, a note or a decision.
  table('review_entries', {
    id: textColumn.key,
    review_id: textColumn.references('reviews'),
    number: integerColumn,
    kind: textColumn,
    author_id: textColumn.nullable,
    details: textColumn,
    note: blobColumn.nullable,
    at: integerColumn,
  })
    .unique('review_id', 'number')
    .refuses('update', 'entries of a review are never changed'),

  // A row is a cause of an open review; the queue filters by it.
  table('waiting_causes', {
    environment: textColumn,
    cause: textColumn,
    review_id: textColumn.references('reviews'),
  })
    .key('environment', 'cause', 'review_id')
    .index(['review_id']),
]
