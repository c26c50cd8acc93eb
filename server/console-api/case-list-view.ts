// The console's list of verifications, each with its score and its review. Nothing that is sealed is read.

import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { fromJson, orUndefined } from '../db/columns.ts'
import { rowByRow } from '../db/row-by-row.ts'
import type { Reader } from '../db/transaction.ts'
import type { Environment } from '../keys/key.ts'
import type { DocumentType } from '../markets/market.ts'
import type { ReviewOutcome, ReviewState } from '../reviews/review.ts'
import type { ScoringState } from '../scoring/score.ts'
import { type ReasonCode, reasonCodes } from '../verifications/reasons.ts'
import type { VerificationStatus } from '../verifications/verification.ts'
import type { VerificationMarkTable } from '../verifications/verification-mark-table.ts'
import type { VerificationTable } from '../verifications/verification-table.ts'
import type { CaseFilter } from './case-filter.ts'
import { combinationsOf } from './combined-filters.ts'
import type { PageStart, PageWindow } from './page-window.ts'
import { findRareIds } from './rare-filter-view.ts'

export interface ListedCase {
  readonly id: string
  readonly environment: Environment
  readonly status: VerificationStatus
  readonly country: string
  readonly idType: DocumentType
  readonly externalRef: string | undefined
  readonly scoring: ScoringState
  readonly score: number | undefined
  readonly reasons: readonly ReasonCode[]
  readonly findings: number
  readonly review: ListedReview | undefined
  readonly createdAt: number
  readonly completedAt: number | undefined
}

export interface ListedReview {
  readonly id: string
  readonly state: ReviewState
  /** Once closed; what is only proposed is none yet. */
  readonly outcome: ReviewOutcome | undefined
  readonly closedAt: number | undefined
}

/**
 * Newest first, oldest first before a row; one more than asked for, where there is one. Each filter alone
 * is read in order from an index of its own, and so are status, country and document together. Of others
 * that meet, a rare one leads; where none is rare, a common one does, and the rest are looked at row by row.
 */
export async function listCases(
  db: Reader,
  filter: CaseFilter,
  { limit, start }: PageWindow,
): Promise<readonly ListedCase[]> {
  const { band, reason } = filter
  const marks = [
    ...(reason === undefined ? [] : [`reason:${reason}`]),
    ...(band === undefined ? [] : [`band:${band}`]),
  ]
  const combinations = combinationsOf(filter)
  if (combinations !== undefined) {
    return readCases(db, combinedIdsOf(db, combinations, { limit, start }), start)
  }
  const rare = await findRareIds(db, filter, marks)
  if (rare?.length === 0) return []
  const ids = marks.length === 0 ? idsOf(db, filter, start) : markedIdsOf(db, filter, start, marks)
  const passing = rare === undefined ? ids : amongRare(db, filter, start, { rare, marks })
  return readCases(db, passing.limit(limit + 1), start)
}

type IdQuery = ReturnType<
  typeof idsOf | typeof markedIdsOf | typeof amongRare | typeof combinedIdsOf
>

async function readCases(
  db: Reader,
  ids: IdQuery,
  start: PageStart,
): Promise<readonly ListedCase[]> {
  const rows = await selectCases(db)
    .where('verifications.id', 'in', ids)
    .orderBy('verifications.id', orderOf(start))
    .execute()
  return rows.map(toListedCase)
}

/** The first of each combination, then the first of those. */
function combinedIdsOf(
  db: Reader,
  combinations: readonly CaseFilter[],
  { limit, start }: PageWindow,
) {
  const each = combinations.map((one) =>
    db
      .selectFrom(
        idsOf(db, one, start)
          .limit(limit + 1)
          .as('some'),
      )
      .select('some.id'),
  )
  const all = each.reduce((before, one) => before.unionAll(one))
  return db
    .selectFrom(all.as('found'))
    .select('found.id')
    .orderBy('found.id', orderOf(start))
    .limit(limit + 1)
}

function idsOf(db: Reader, filter: CaseFilter, start: PageStart) {
  let query = db
    .selectFrom('verifications as one')
    .select('one.id')
    .where('one.environment', '=', filter.environment)
    .where(conditionsOf(filter))
  const { idFrom, idBefore } = filter
  if (idFrom !== undefined) query = query.where('one.id', '>=', idFrom)
  if (idBefore !== undefined) query = query.where('one.id', '<', idBefore)
  if (start.kind !== 'newest') query = query.where('one.id', comparisons[start.kind], start.id)
  return query.orderBy('one.id', orderOf(start))
}

/** A cross join keeps its order, so that the first mark leads: in its index ids are in order too. */
function markedIdsOf(db: Reader, filter: CaseFilter, start: PageStart, marks: readonly string[]) {
  const { environment, idFrom, idBefore } = filter
  const [leading = '', ...others] = marks
  let query = db
    .selectFrom('verification_marks as mark')
    .crossJoin('verifications as one')
    .select('mark.verification_id as id')
    .whereRef('one.id', '=', 'mark.verification_id')
    .where('mark.environment', '=', environment)
    .where('mark.mark', '=', leading)
    .where(conditionsOf(filter))
  for (const other of others) query = query.where(hasMark(db, environment, other))
  if (idFrom !== undefined) query = query.where('mark.verification_id', '>=', idFrom)
  if (idBefore !== undefined) query = query.where('mark.verification_id', '<', idBefore)
  if (start.kind !== 'newest') {
    query = query.where('mark.verification_id', comparisons[start.kind], start.id)
  }
  return query.orderBy('mark.verification_id', orderOf(start))
}

/** Few enough to be put in order after they were looked at. */
function amongRare(
  db: Reader,
  filter: CaseFilter,
  start: PageStart,
  { rare, marks }: { readonly rare: readonly string[]; readonly marks: readonly string[] },
) {
  let query = db
    .selectFrom('verifications as one')
    .select('one.id')
    .where('one.id', 'in', rare)
    .where(conditionsOf(filter))
  for (const mark of marks) query = query.where(hasMark(db, filter.environment, mark, 'one.id'))
  if (start.kind !== 'newest') query = query.where('one.id', comparisons[start.kind], start.id)
  return query.orderBy('one.id', orderOf(start))
}

function hasMark(
  db: Reader,
  environment: Environment,
  mark: string,
  of: 'mark.verification_id' | 'one.id' = 'mark.verification_id',
) {
  const { exists } = expressionBuilder<{ mark: VerificationMarkTable }, 'mark'>()
  return exists(
    db
      .selectFrom('verification_marks as also')
      .select('also.mark')
      .where('also.environment', '=', environment)
      .where('also.mark', '=', mark)
      .where('also.verification_id', '=', sql.ref<string>(of)),
  )
}

const comparisons = { after: '<', before: '>', at: '<=' } as const

function orderOf(start: PageStart): 'asc' | 'desc' {
  return start.kind === 'before' ? 'asc' : 'desc'
}

/** Written out, so that the index of those that were skipped is found. */
const skipped = sql.lit('skipped' as const)

/** On the columns of `verifications`, under the name `one`. */
function conditionsOf(filter: CaseFilter): Expression<SqlBool> {
  const { status, country, idType, externalRef, scoringSkipped, id, idNumberIndexes } = filter
  const eb = expressionBuilder<{ one: VerificationTable }, 'one'>()
  // Few are ever skipped: those lead where they are asked for.
  const common = scoringSkipped ? rowByRow : sql.ref<string>
  return eb.and([
    ...(status === undefined ? [] : [eb(common('one.status'), '=', status)]),
    ...(country === undefined ? [] : [eb(common('one.country'), '=', country)]),
    ...(idType === undefined ? [] : [eb(common('one.id_type'), '=', idType)]),
    ...(externalRef === undefined ? [] : [eb('one.external_ref', '=', externalRef)]),
    ...(scoringSkipped === undefined
      ? []
      : [eb('one.scoring', scoringSkipped ? '=' : '!=', skipped)]),
    ...(id === undefined ? [] : [eb('one.id', '=', id)]),
    ...(idNumberIndexes === undefined ? [] : [eb('one.id_number_index', 'in', idNumberIndexes)]),
  ])
}

function selectCases(db: Reader) {
  return db
    .selectFrom('verifications')
    .leftJoin('scores', 'scores.verification_id', 'verifications.id')
    .leftJoin('reviews', 'reviews.verification_id', 'verifications.id')
    .select([
      'verifications.id',
      'verifications.environment',
      'verifications.status',
      'verifications.country',
      'verifications.id_type',
      'verifications.external_ref',
      'verifications.scoring',
      'verifications.reasons',
      'verifications.findings',
      'verifications.created_at',
      'verifications.completed_at',
      'scores.score',
      'reviews.id as review_id',
      'reviews.state as review_state',
      'reviews.outcome as review_outcome',
      'reviews.closed_at as review_closed_at',
    ])
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof selectCases>['executeTakeFirst']>>>

const reasonsColumn = z.array(z.enum(reasonCodes))
const anyList = z.array(z.unknown())

function toListedCase(row: Row): ListedCase {
  return {
    id: row.id,
    environment: row.environment,
    status: row.status,
    country: row.country,
    idType: row.id_type,
    externalRef: orUndefined(row.external_ref),
    scoring: row.scoring,
    score: orUndefined(row.score),
    reasons: fromJson(reasonsColumn, row.reasons),
    findings: fromJson(anyList, row.findings).length,
    review: toListedReview(row),
    createdAt: row.created_at,
    completedAt: orUndefined(row.completed_at),
  }
}

/** The row of a proposal that waits has an outcome too. */
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
