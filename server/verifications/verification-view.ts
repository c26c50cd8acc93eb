// Reads verifications together with their scores, in one query, because both are always needed.

import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { jsonColumn, orUndefined } from '../db/columns.ts'
import { folded } from '../db/folded.ts'
import { prepare, prepareOptional } from '../db/prepared.ts'
import type { Schema } from '../db/schema.ts'
import type { Reader, Readers } from '../db/transaction.ts'
import { withoutIndex } from '../db/without-index.ts'
import { type Environment, environments } from '../kernel/environment.ts'
import { foldText } from '../kernel/fold-text.ts'
import type { PageRequest } from '../kernel/page.ts'
import type { DocumentType } from '../markets/market.ts'
import type { Scoring } from '../scoring/score.ts'
import { scoreColumns, toScore } from '../scoring/score-table.ts'
import type {
  ReviewedSummary,
  ReviewOutcome,
  ReviewState,
  ReviewSummary,
} from './review-summary.ts'
import type { Verification, VerificationStatus } from './verification.ts'
import {
  fromRow,
  summaryColumns,
  summaryFromRow,
  verificationColumns,
} from './verification-table.ts'
import { reviewTagOf } from './verification-tag.ts'
import { type StoredZoneReading, storedZoneOf, zoneColumns } from './zone/zone-reading-store.ts'

/** With `environment`, verifications of the other one are not found. */
export async function findVerification(
  db: Reader,
  id: string,
  environment?: Environment,
): Promise<Verification | undefined> {
  const row = await findOne.first(db, { id })
  if (row === undefined || row.environment !== (environment ?? row.environment)) return undefined
  return toVerification(row)
}

/** A verification with what the data key decrypts, and that key, all still encrypted. */
interface WithAnswer {
  readonly verification: Verification
  readonly review: ReviewSummary | undefined
  readonly providerAnswer: Buffer | undefined
  /** undefined where the document was not read. */
  readonly zone: StoredZoneReading | undefined
  /** undefined once the person's data was erased. */
  readonly wrappedDataKey: Buffer | undefined
}

/** Like `findVerification`, with the answer, the document's zone and the data key in the same query. */
export async function findWithAnswer(
  db: Reader,
  id: string,
  environment?: Environment,
): Promise<WithAnswer | undefined> {
  const row = await findOneWithAnswer.first(db, { id })
  if (row === undefined || row.environment !== (environment ?? row.environment)) return undefined
  return {
    verification: toVerification(row),
    review: toReviewSummary(row),
    providerAnswer: orUndefined(row.provider_answer),
    zone: storedZoneOf(row),
    wrappedDataKey: orUndefined(row.wrapped),
  }
}

export interface VerificationFilter {
  readonly environment?: Environment | undefined
  readonly status?: VerificationStatus | undefined
  readonly country?: string | undefined
  readonly idType?: DocumentType | undefined
  readonly externalRef?: string | undefined
  readonly reviewState?: ReviewState | undefined
  /** true: only those whose score was requested and skipped; false: only the others. */
  readonly scoringSkipped?: boolean | undefined
  /** Inclusive. Ids sort by creation time, so a span of time is a span of ids. */
  readonly idFrom?: string | undefined
  /** Exclusive. */
  readonly idBefore?: string | undefined
}

/** Newest first. Returns up to `limit + 1` rows: the extra one shows that there is a next page. */
export async function listVerifications(
  db: Reader,
  { scoringSkipped, reviewState, ...filter }: VerificationFilter,
  page: PageRequest,
): Promise<readonly ReviewedSummary[]> {
  const skips = scoringSkipped === undefined ? 'all' : (`skipped_${scoringSkipped}` as const)
  const { externalRef } = filter
  const foldedRef = externalRef === undefined ? undefined : foldText(externalRef)
  const values = { ...filter, foldedRef, after: page.after, limit: page.limit + 1 }
  const rows =
    reviewState === undefined
      ? await listQueries[skips].all(db, values)
      : await taggedListQueries[skips].all(db, { ...values, tag: reviewTagOf(reviewState) })
  return rows.map((row) => ({
    ...summaryFromRow(row, toScoring(row)),
    review: toReviewSummary(row),
  }))
}

/**
 * Returns the reader for a list with this filter. Each tag has an index; other conditions are then tested row by row,
 * through all rows with the tag if few match, so that such a list is read in a thread.
 */
export function readerForList({ reader, longReader }: Readers, filter: VerificationFilter): Reader {
  const { reviewState, status, country, idType, externalRef, scoringSkipped } = filter
  if (reviewState === undefined) return reader
  const others = [status, country, idType, externalRef, scoringSkipped]
  return others.every((value) => value === undefined) ? reader : longReader
}

interface ListValues extends Omit<VerificationFilter, 'scoringSkipped' | 'reviewState'> {
  /** The reference as its index has it. */
  readonly foldedRef: string | undefined
  readonly after: string | undefined
  readonly limit: number
}

interface TaggedListValues extends ListValues {
  readonly tag: string
}

const listQueries = {
  all: prepareOptional((db, values: ListValues) => selectList(db, values, 'all')),
  skipped_true: prepareOptional((db, values: ListValues) => selectList(db, values, 'skipped_true')),
  skipped_false: prepareOptional((db, values: ListValues) =>
    selectList(db, values, 'skipped_false'),
  ),
}

const taggedListQueries = {
  all: prepareOptional((db, values: TaggedListValues) => selectTaggedList(db, values, 'all')),
  skipped_true: prepareOptional((db, values: TaggedListValues) =>
    selectTaggedList(db, values, 'skipped_true'),
  ),
  skipped_false: prepareOptional((db, values: TaggedListValues) =>
    selectTaggedList(db, values, 'skipped_false'),
  ),
}

type Skips = 'all' | 'skipped_true' | 'skipped_false'

function selectList(db: Reader, values: ListValues, skips: Skips) {
  return selectListed(db)
    .where(conditionsOf(values, skips))
    .orderBy('verifications.id', 'desc')
    .limit(values.limit)
}

/** SQLite keeps the order of a cross join, so the tag's index is read first, in the order of ids. */
function selectTaggedList(db: Reader, values: TaggedListValues, skips: Skips) {
  const { environment, idFrom, idBefore, after } = values
  let ids = db
    .selectFrom('verification_tags as tag')
    .crossJoin('verifications')
    .select('tag.verification_id')
    .whereRef('verifications.id', '=', 'tag.verification_id')
    .where('tag.environment', environment === undefined ? 'in' : '=', environment ?? environments)
    .where('tag.tag', '=', values.tag)
    .where(conditionsOf(values, skips))
  if (idFrom !== undefined) ids = ids.where('tag.verification_id', '>=', idFrom)
  if (idBefore !== undefined) ids = ids.where('tag.verification_id', '<', idBefore)
  if (after !== undefined) ids = ids.where('tag.verification_id', '<', after)
  return selectListed(db)
    .where('verifications.id', 'in', ids.orderBy('tag.verification_id', 'desc').limit(values.limit))
    .orderBy('verifications.id', 'desc')
}

function selectListed(db: Reader) {
  return joinReviews(joinScores(db)).select([...summaryColumns, ...scoreColumns, ...reviewColumns])
}

function conditionsOf(values: ListValues, skips: Skips): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, 'verifications'>()
  // Few scores are ever skipped, so their index leads and the common conditions are tested row by row.
  const common = skips === 'skipped_true' ? withoutIndex : sql.ref<string>
  const { environment, status, country, idType, idFrom, idBefore, after } = values
  const { externalRef, foldedRef } = values
  const conditions = [
    environment !== undefined && eb('verifications.environment', '=', environment),
    status !== undefined && eb(common('verifications.status'), '=', status),
    country !== undefined && eb(common('verifications.country'), '=', country),
    idType !== undefined && eb(common('verifications.id_type'), '=', idType),
    foldedRef !== undefined && eb(folded('verifications.external_ref'), '=', foldedRef),
    externalRef !== undefined && eb('verifications.external_ref', '=', externalRef),
    idFrom !== undefined && eb('verifications.id', '>=', idFrom),
    idBefore !== undefined && eb('verifications.id', '<', idBefore),
    after !== undefined && eb('verifications.id', '<', after),
    skips !== 'all' && eb('verifications.scoring', skips === 'skipped_true' ? '=' : '!=', skipped),
  ]
  return eb.and(conditions.filter((condition) => condition !== false))
}

/** A literal, so that SQLite chooses the partial index on skipped scores. */
const skipped = sql.lit('skipped' as const)

/** The join adds at most one row of `scores`, by its primary key. */
function joinScores(db: Reader) {
  return db
    .selectFrom('verifications')
    .leftJoin('scores', 'scores.verification_id', 'verifications.id')
}

/** The join adds at most one row of `reviews`, by its unique index. */
function joinReviews(query: ReturnType<typeof joinScores>) {
  return query.leftJoin('reviews', 'reviews.verification_id', 'verifications.id')
}

const reviewColumns = [
  'reviews.state as review_state',
  'reviews.causes as review_causes',
  'reviews.outcome as review_outcome',
  'reviews.outcome_reasons as review_reasons',
  'reviews.closed_at as review_closed_at',
] as const

const readCodes = jsonColumn(z.array(z.string()))

/** The outcome of a proposal is not told before a second person has approved it. */
function toReviewSummary(row: {
  readonly review_state: ReviewState | null
  readonly review_causes: string | null
  readonly review_outcome: ReviewOutcome | null
  readonly review_reasons: string | null
  readonly review_closed_at: number | null
}): ReviewSummary | undefined {
  const { review_state: state, review_outcome: outcome, review_closed_at: closedAt } = row
  if (state === null) return undefined
  const causes = readCodes(row.review_causes ?? '[]')
  if (state !== 'closed') return { state, causes }
  if (outcome === null || closedAt === null) throw new Error('a closed review has no outcome')
  return { state, causes, outcome, reasons: readCodes(row.review_reasons ?? '[]'), closedAt }
}

function selectVerifications(db: Reader) {
  return joinScores(db).select([...verificationColumns, ...scoreColumns])
}

type Row = NonNullable<
  Awaited<ReturnType<ReturnType<typeof selectVerifications>['executeTakeFirst']>>
>

function toVerification(row: Row): Verification {
  return fromRow(row, toScoring(row))
}

type ScoringRow = Omit<Row, 'api_key_id' | 'checks' | 'result_code' | 'findings'>

function toScoring(row: ScoringRow): Scoring {
  if (row.scoring !== 'attached') return { state: row.scoring }
  return { state: 'attached', score: toScore(scoreRowOf(row)) }
}

/** @throws Error if the score is missing although one is attached: the data is damaged. */
function scoreRowOf({ score_id: id, score, confidence, computed_at, ...row }: ScoringRow) {
  const { model_version, flags, features_used, features, reference_version } = row
  const isMissing = id === null || score === null || confidence === null || computed_at === null
  if (isMissing || model_version === null || flags === null || features_used === null) {
    throw new Error('the score of a scored verification is missing')
  }
  return {
    ...{ id, score, confidence, computed_at },
    ...{ model_version, flags, features_used, features, reference_version },
  }
}

const findOne = prepare((db, { id }: { readonly id: string }) =>
  selectVerifications(db).where('verifications.id', '=', id),
)

const findOneWithAnswer = prepare((db, { id }: { readonly id: string }) =>
  joinReviews(joinScores(db))
    .leftJoin('zone_readings', 'zone_readings.verification_id', 'verifications.id')
    .leftJoin('data_keys', 'data_keys.subject_id', 'verifications.id')
    .select([...verificationColumns, ...scoreColumns, ...reviewColumns, ...zoneColumns])
    .select(['verifications.provider_answer', 'data_keys.wrapped'])
    .where('verifications.id', '=', id),
)
