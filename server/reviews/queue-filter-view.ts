// What the review queue can be filtered and sorted by, as conditions of queries on `reviews`.

import type { AliasableExpression, Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Schema } from '../db/schema.ts'
import { withoutIndex } from '../db/without-index.ts'
import type { Environment } from '../kernel/environment.ts'
import type { DocumentType } from '../markets/market.ts'
import type { ReviewOutcome } from '../verifications/review-summary.ts'
import { type QueueOrder, type QueueView, type ReviewCause, unassigned } from './review.ts'

export interface QueueFilter {
  readonly environment: Environment
  readonly view: QueueView
  /** Any of them; all where there is none. So are the other lists. */
  readonly causes: readonly ReviewCause[]
  readonly countries: readonly string[]
  readonly idTypes: readonly DocumentType[]
  /** Ids of users, and `unassigned`; not for closed reviews. */
  readonly assigneeIds: readonly string[]
  /** Only reviews whose due time has passed; not for closed reviews. */
  readonly isOverdue: boolean
  /** Only for closed reviews. */
  readonly outcomes: readonly ReviewOutcome[]
  /** Applies to reviews that are not closed; closed ones are newest first. */
  readonly order: QueueOrder
  /**
   * The user to whom it is assigned, or who claimed, proposed, decided or approved it, whom it is kept for, or who was
   * named as checker.
   */
  readonly reviewerId: string | undefined
  /** The user who views the queue. */
  readonly userId: string
  readonly nowMs: number
}

type Reviews = ExpressionBuilder<Schema, 'reviews'>

/** What the queue is sorted by, in each order. Ties are sorted by id. */
export const queueSorts = {
  due: (eb) => eb.ref('reviews.due_at'),
  waiting: (eb) => eb.ref('reviews.id'),
  score: (eb) => eb.ref('reviews.score_order'),
  reason: (eb) => eb.ref('reviews.causes'),
  assignee: assigneeName,
} as const satisfies Readonly<Record<QueueOrder, (eb: Reviews) => Expression<string | number>>>

/** Empty for unassigned reviews, which come first. */
export function assigneeName(eb: Reviews): AliasableExpression<string> {
  const name = eb
    .selectFrom('users')
    .select('users.name')
    .whereRef('users.id', '=', 'reviews.assigned_to')
  return eb.fn.coalesce(name, eb.val(''))
}

/** The conditions on market and document, for every query; true where the filter has neither. */
export function isOfVerification({ countries, idTypes }: QueueFilter) {
  return (eb: Reviews): Expression<SqlBool> => {
    if (countries.length === 0 && idTypes.length === 0) return eb.lit(true)
    let verification = eb
      .selectFrom('verifications')
      .select('verifications.id')
      .whereRef('verifications.id', '=', 'reviews.verification_id')
    if (countries.length > 0) {
      verification = verification.where(withoutIndex('verifications.country'), 'in', countries)
    }
    if (idTypes.length > 0) {
      verification = verification.where(withoutIndex('verifications.id_type'), 'in', idTypes)
    }
    return eb.exists(verification)
  }
}

/** @param mayUseIndex whether the assignee may select the index */
export function isAssigned(
  { assigneeIds }: QueueFilter,
  { mayUseIndex }: { readonly mayUseIndex: boolean },
) {
  return (eb: Reviews): Expression<SqlBool> => {
    const [only, ...others] = assigneeIds
    if (only === undefined) return eb.lit(true)
    const isNobodys = eb('reviews.assigned_to', 'is', null)
    if (others.length > 0) {
      const ids = assigneeIds.filter((id) => id !== unassigned)
      const isTheirs = eb(withoutIndex('reviews.assigned_to'), 'in', ids)
      return assigneeIds.includes(unassigned) ? eb.or([isNobodys, isTheirs]) : isTheirs
    }
    if (only === unassigned) return isNobodys
    return mayUseIndex
      ? eb('reviews.assigned_to', '=', only)
      : eb(withoutIndex('reviews.assigned_to'), '=', only)
  }
}

/** The column is JSON of codes; with its quotes, no code is part of another. */
export function hasCause({ causes }: QueueFilter) {
  return (eb: Reviews): Expression<SqlBool> =>
    causes.length === 0
      ? eb.lit(true)
      : eb.or(causes.map((cause) => eb('reviews.causes', 'like', `%"${cause}"%`)))
}
