// Reads verifications together with their scores, in one query, because both are always needed.

import { sql } from 'kysely'
import { z } from 'zod'
import type { Reader } from '../db/transaction.ts'
import { withoutIndex } from '../db/without-index.ts'
import type { Environment } from '../kernel/environment.ts'
import type { PageRequest } from '../kernel/page.ts'
import type { DocumentType } from '../markets/market.ts'
import type { Scoring } from '../scoring/score.ts'
import { toScore } from '../scoring/score-table.ts'
import type { Verification, VerificationStatus } from './verification.ts'
import { fromRow, verificationColumns } from './verification-table.ts'

/** With `environment`, verifications of the other one are not found. */
export async function findVerification(
  db: Reader,
  id: string,
  environment?: Environment,
): Promise<Verification | undefined> {
  const row = await selectVerifications(db)
    .where('verifications.id', '=', id)
    .$if(environment !== undefined, (query) =>
      query.where('verifications.environment', '=', environment ?? 'live'),
    )
    .executeTakeFirst()
  return row && toVerification(row)
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
  filter: VerificationFilter,
  page: PageRequest,
): Promise<readonly Verification[]> {
  let query = selectVerifications(db)
  if (filter.environment !== undefined)
    query = query.where('verifications.environment', '=', filter.environment)
  // Few scores are ever skipped, so their index leads and the common conditions are tested row by row.
  const common = filter.scoringSkipped ? withoutIndex : sql.ref<string>
  if (filter.status !== undefined)
    query = query.where(common('verifications.status'), '=', filter.status)
  if (filter.country !== undefined)
    query = query.where(common('verifications.country'), '=', filter.country)
  if (filter.idType !== undefined)
    query = query.where(common('verifications.id_type'), '=', filter.idType)
  if (filter.externalRef !== undefined)
    query = query.where('verifications.external_ref', '=', filter.externalRef)
  if (filter.scoringSkipped !== undefined)
    query = query.where('verifications.scoring', filter.scoringSkipped ? '=' : '!=', skipped)
  if (filter.idFrom !== undefined) query = query.where('verifications.id', '>=', filter.idFrom)
  if (filter.idBefore !== undefined) query = query.where('verifications.id', '<', filter.idBefore)
  if (page.after !== undefined) query = query.where('verifications.id', '<', page.after)
  const rows = await query
    .orderBy('verifications.id', 'desc')
    .limit(page.limit + 1)
    .execute()
  return rows.map(toVerification)
}

/** A literal, so that SQLite chooses the partial index on skipped scores. */
const skipped = sql.lit('skipped' as const)

/** The join adds at most one row of `scores`, by its primary key. */
function selectVerifications(db: Reader) {
  return db
    .selectFrom('verifications')
    .leftJoin('scores', 'scores.verification_id', 'verifications.id')
    .select([
      ...verificationColumns,
      'scores.id as score_id',
      'scores.score',
      'scores.confidence',
      'scores.model_version',
      'scores.flags',
      'scores.features_used',
      'scores.reference_version',
      'scores.computed_at',
    ])
}

type Row = NonNullable<
  Awaited<ReturnType<ReturnType<typeof selectVerifications>['executeTakeFirst']>>
>

function toVerification(row: Row): Verification {
  return fromRow(row, toScoring(row))
}

function toScoring(row: Row): Scoring {
  if (row.scoring !== 'attached') return { state: row.scoring }
  return { state: 'attached', score: toScore(scoreRow.parse({ ...row, id: row.score_id })) }
}

/** Throws when the state is `attached` but the score is missing: the data is damaged. */
const scoreRow = z.object({
  id: z.string(),
  score: z.number(),
  confidence: z.number(),
  model_version: z.string(),
  flags: z.string(),
  features_used: z.string(),
  reference_version: z.string().nullable(),
  computed_at: z.number(),
})
