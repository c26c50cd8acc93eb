// Reads verifications together with their scores, in one query, because both are always needed.

import { sql } from 'kysely'
import { orUndefined } from '../db/columns.ts'
import { prepare, prepareOptional } from '../db/prepared.ts'
import type { Reader } from '../db/transaction.ts'
import { withoutIndex } from '../db/without-index.ts'
import type { Environment } from '../kernel/environment.ts'
import type { PageRequest } from '../kernel/page.ts'
import type { DocumentType } from '../markets/market.ts'
import type { Scoring } from '../scoring/score.ts'
import { toScore } from '../scoring/score-table.ts'
import type { Verification, VerificationStatus, VerificationSummary } from './verification.ts'
import {
  fromRow,
  summaryColumns,
  summaryFromRow,
  verificationColumns,
} from './verification-table.ts'

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

/** A verification with its provider's answer and the data key that decrypts it, both still encrypted. */
interface WithAnswer {
  readonly verification: Verification
  readonly providerAnswer: Buffer | undefined
  /** undefined once the person's data was erased. */
  readonly wrappedDataKey: Buffer | undefined
}

/** Like `findVerification`, with the answer and the data key in the same query. */
export async function findWithAnswer(
  db: Reader,
  id: string,
  environment?: Environment,
): Promise<WithAnswer | undefined> {
  const row = await findOneWithAnswer.first(db, { id })
  if (row === undefined || row.environment !== (environment ?? row.environment)) return undefined
  return {
    verification: toVerification(row),
    providerAnswer: orUndefined(row.provider_answer),
    wrappedDataKey: orUndefined(row.wrapped),
  }
}

export interface VerificationFilter {
  readonly environment?: Environment | undefined
  readonly status?: VerificationStatus | undefined
  readonly country?: string | undefined
  readonly idType?: DocumentType | undefined
  readonly externalRef?: string | undefined
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
  { scoringSkipped, ...filter }: VerificationFilter,
  page: PageRequest,
): Promise<readonly VerificationSummary[]> {
  const query =
    listQueries[scoringSkipped === undefined ? 'all' : (`skipped_${scoringSkipped}` as const)]
  const rows = await query.all(db, { ...filter, after: page.after, limit: page.limit + 1 })
  return rows.map((row) => summaryFromRow(row, toScoring(row)))
}

interface ListValues extends Omit<VerificationFilter, 'scoringSkipped'> {
  readonly after: string | undefined
  readonly limit: number
}

const listQueries = {
  all: prepareOptional((db, values: ListValues) => selectList(db, values)),
  skipped_true: prepareOptional((db, values: ListValues) =>
    // Few scores are ever skipped, so their index leads and the common conditions are tested row by row.
    selectList(db, values, withoutIndex).where('verifications.scoring', '=', skipped),
  ),
  skipped_false: prepareOptional((db, values: ListValues) =>
    selectList(db, values).where('verifications.scoring', '!=', skipped),
  ),
}

function selectList(
  db: Reader,
  values: ListValues,
  common: typeof withoutIndex | typeof sql.ref<string> = sql.ref<string>,
) {
  let query = joinScores(db).select([...summaryColumns, ...scoreColumns])
  if (values.environment !== undefined)
    query = query.where('verifications.environment', '=', values.environment)
  if (values.status !== undefined)
    query = query.where(common('verifications.status'), '=', values.status)
  if (values.country !== undefined)
    query = query.where(common('verifications.country'), '=', values.country)
  if (values.idType !== undefined)
    query = query.where(common('verifications.id_type'), '=', values.idType)
  if (values.externalRef !== undefined)
    query = query.where('verifications.external_ref', '=', values.externalRef)
  if (values.idFrom !== undefined) query = query.where('verifications.id', '>=', values.idFrom)
  if (values.idBefore !== undefined) query = query.where('verifications.id', '<', values.idBefore)
  if (values.after !== undefined) query = query.where('verifications.id', '<', values.after)
  return query.orderBy('verifications.id', 'desc').limit(values.limit)
}

/** A literal, so that SQLite chooses the partial index on skipped scores. */
const skipped = sql.lit('skipped' as const)

/** The join adds at most one row of `scores`, by its primary key. */
function joinScores(db: Reader) {
  return db
    .selectFrom('verifications')
    .leftJoin('scores', 'scores.verification_id', 'verifications.id')
}

const scoreColumns = [
  'scores.id as score_id',
  'scores.score',
  'scores.confidence',
  'scores.model_version',
  'scores.flags',
  'scores.features_used',
  'scores.reference_version',
  'scores.computed_at',
] as const

function selectVerifications(db: Reader) {
  return joinScores(db).select([...verificationColumns, ...scoreColumns])
}

type Row = NonNullable<
  Awaited<ReturnType<ReturnType<typeof selectVerifications>['executeTakeFirst']>>
>

function toVerification(row: Row): Verification {
  return fromRow(row, toScoring(row))
}

type ScoringRow = Omit<Row, 'checks' | 'result_code' | 'findings'>

function toScoring(row: ScoringRow): Scoring {
  if (row.scoring !== 'attached') return { state: row.scoring }
  return { state: 'attached', score: toScore(scoreRowOf(row)) }
}

/** @throws Error if the score is missing although one is attached: the data is damaged. */
function scoreRowOf({ score_id: id, score, confidence, computed_at, ...row }: ScoringRow) {
  const { model_version, flags, features_used, reference_version } = row
  const isMissing = id === null || score === null || confidence === null || computed_at === null
  if (isMissing || model_version === null || flags === null || features_used === null) {
    throw new Error('the score of a scored verification is missing')
  }
  return {
    ...{ id, score, confidence, computed_at },
    ...{ model_version, flags, features_used, reference_version },
  }
}

const findOne = prepare((db, { id }: { readonly id: string }) =>
  selectVerifications(db).where('verifications.id', '=', id),
)

const findOneWithAnswer = prepare((db, { id }: { readonly id: string }) =>
  selectVerifications(db)
    .leftJoin('data_keys', 'data_keys.subject_id', 'verifications.id')
    .select(['verifications.provider_answer', 'data_keys.wrapped'])
    .where('verifications.id', '=', id),
)
