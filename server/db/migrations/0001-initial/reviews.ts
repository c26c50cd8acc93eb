// Tables of the review queue: the reviews and the history of each of them.

import { blob, integer, type Table, table, text } from '../define-table.ts'

export const reviewTables: readonly Table[] = [
  // A row is the review of a verification. A verification has at most one.
  table('reviews', {
    id: text.key,
    verification_id: text.unique.references('verifications'),
    environment: text,
    state: text,
    causes: text,
    claimed_by: text.nullable,
    claimed_until: integer.nullable,
    kept_for: text.nullable,
    kept_until: integer.nullable,
    proposal_id: text.nullable,
    proposed_by: text.nullable,
    proposed_at: integer.nullable,
    checker_id: text.nullable,
    proposal_evidence: text.nullable,
    outcome: text.nullable,
    outcome_reasons: text.nullable,
    decided_by: text.nullable,
    approved_by: text.nullable,
    created_at: integer,
    closed_at: integer.nullable,
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
    id: text.key,
    review_id: text.references('reviews'),
    number: integer,
    kind: text,
    author_id: text.nullable,
    details: text,
    note: blob.nullable,
    at: integer,
  })
    .unique('review_id', 'number')
    .refuses('update', 'entries of a review are never changed'),

  // A row is a cause of an open review; the queue filters by it.
  table('waiting_causes', {
    environment: text,
    cause: text,
    review_id: text.references('reviews'),
  })
    .key('environment', 'cause', 'review_id')
    .index(['review_id']),
]
