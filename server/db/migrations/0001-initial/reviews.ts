// Tables of the review queue: the reviews, the history of each of them, and the filters that users saved.

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
    claimed_at: integerColumn.nullable,
    assigned_to: textColumn.nullable,
    due_at: integerColumn.default(0),
    score_order: integerColumn.default(1001),
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
    // Closed reviews, newest first.
    .index(['environment', 'closed_at', 'id'], {
      name: 'reviews_closed',
      where: 'closed_at is not null',
    })
    // The orders of the queue.
    .index(['environment', 'state', 'due_at', 'id'], {
      name: 'reviews_due',
      where: 'closed_at is null',
    })
    .index(['environment', 'state', 'score_order', 'id'], {
      name: 'reviews_score',
      where: 'closed_at is null',
    })
    .index(['environment', 'state', 'due_at', 'id'], {
      name: 'reviews_unassigned',
      where: 'closed_at is null and assigned_to is null',
    })
    .index(['assigned_to', 'due_at', 'id'], {
      name: 'reviews_assigned',
      where: 'closed_at is null and assigned_to is not null',
    })
    .index([{ expression: 'substr(id, 27)' }], { name: 'reviews_by_end_of_id' })
    .index(['claimed_by'], { name: 'reviews_claimed', where: 'claimed_by is not null' })
    // The queue filters by the users who are involved in a review.
    .index(['kept_for', 'id'], { where: 'kept_for is not null' })
    .index(['proposed_by', 'id'], { where: 'proposed_by is not null' })
    .index(['checker_id', 'id'], { where: 'checker_id is not null' })
    .index(['decided_by', 'closed_at', 'id'], { where: 'decided_by is not null' })
    .index(['approved_by', 'closed_at', 'id'], { where: 'approved_by is not null' }),

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
    due_at: integerColumn.default(0),
    score_order: integerColumn.default(1001),
  })
    .key('environment', 'cause', 'review_id')
    .index(['environment', 'cause', 'due_at', 'review_id'], { name: 'waiting_causes_due' })
    .index(['environment', 'cause', 'score_order', 'review_id'], { name: 'waiting_causes_score' })
    .index(['review_id']),

  // A row is a decision that a user made or proposed, and what became of it.
  table('review_decisions', {
    id: textColumn.key,
    review_id: textColumn.references('reviews'),
    verification_id: textColumn,
    environment: textColumn,
    decided_by: textColumn,
    outcome: textColumn,
    at: integerColumn,
    worked_ms: integerColumn.nullable,
    result: textColumn,
    second_id: textColumn.nullable,
    answered_at: integerColumn.nullable,
  })
    .index(['decided_by', 'id'])
    .index(['second_id', 'answered_at', 'id'], {
      name: 'review_decisions_answered',
      where: 'second_id is not null',
    })
    // Holds all that the quality figures read.
    .index(['environment', 'at', 'decided_by', 'outcome', 'result', 'worked_ms'], {
      name: 'review_decisions_measured',
    })
    .index(['review_id']),

  // A row is a closed review that another reviewer decides once more, without effect, to compare both decisions.
  table('quality_checks', {
    id: textColumn.key,
    review_id: textColumn.unique.references('reviews'),
    verification_id: textColumn.unique,
    environment: textColumn,
    decided_by: textColumn,
    involved: textColumn,
    claimed_by: textColumn.nullable,
    claimed_until: integerColumn.nullable,
    claimed_at: integerColumn.nullable,
    checked_by: textColumn.nullable,
    outcome: textColumn.nullable,
    outcome_reasons: textColumn.nullable,
    worked_ms: integerColumn.nullable,
    result: textColumn.nullable,
    created_at: integerColumn,
    closed_at: integerColumn.nullable,
    differed_at: integerColumn.nullable,
  })
    .index(['environment', 'id'], { name: 'quality_checks_open', where: 'closed_at is null' })
    .index(['environment', 'closed_at'], {
      name: 'quality_checks_closed',
      where: 'closed_at is not null',
    })
    .index(['environment', 'id'], {
      name: 'quality_checks_differing',
      where: 'differed_at is not null',
    })
    .index(['claimed_by'], {
      name: 'quality_checks_claimed',
      where: 'claimed_by is not null',
    }),

  // A row is something that a user has not seen yet: a review assigned to them, their proposal rejected.
  table('review_notices', {
    id: textColumn.key,
    user_id: textColumn,
    review_id: textColumn.references('reviews'),
    verification_id: textColumn,
    environment: textColumn,
    kind: textColumn,
    by_id: textColumn.nullable,
    reason: textColumn.nullable,
    at: integerColumn,
  })
    .unique('user_id', 'review_id', 'kind')
    .index(['user_id', 'environment', 'id'])
    .index(['review_id']),

  // A row is a filter that a user saved for a list, the review queue or the verifications.
  table('saved_filters', {
    id: textColumn.key,
    owner_id: textColumn.references('users'),
    list: textColumn,
    name: textColumn,
    parameters: textColumn,
    is_shared: integerColumn,
    created_at: integerColumn,
  })
    .unique('owner_id', 'list', 'name')
    .index(['list', 'name', 'id'], { name: 'saved_filters_shared', where: 'is_shared = 1' }),
]
