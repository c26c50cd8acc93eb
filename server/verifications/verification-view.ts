// Reads verifications together with their scores, in one query, because both are always needed.

import { sql } from 'kysely'
import { z } from 'zod'
import { fromJson, orUndefined } from '../db/columns.ts'
import { rowByRow } from '../db/row-by-row.ts'
import type { Reader } from '../db/transaction.ts'
import { findingCodes } from '../images/image.ts'
import type { PageRequest } from '../kernel/page.ts'
import type { Environment } from '../keys/key.ts'
import type { DocumentType } from '../markets/market.ts'
import type { Scoring } from '../scoring/score.ts'
import { toScore } from '../scoring/score-table.ts'
import { reasonCodes } from './reasons.ts'
import {
  checkNames,
  checkResults,
  type Verification,
  type VerificationStatus,
} from './verification.ts'

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
  const common = filter.scoringSkipped ? rowByRow : sql.ref<string>
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
      'verifications.id',
      'verifications.environment',
      'verifications.status',
      'verifications.country',
      'verifications.id_type',
      'verifications.external_ref',
      'verifications.scoring',
      'verifications.api_key_id',
      'verifications.reasons',
      'verifications.checks',
      'verifications.result_code',
      'verifications.findings',
      'verifications.created_at',
      'verifications.completed_at',
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

const reasonsColumn = z.array(z.enum(reasonCodes))
const checksColumn = z.array(
  z.object({
    check: z.enum(checkNames),
    result: z.enum(checkResults),
    reason: z.string().exactOptional(),
  }),
)
const findingsColumn = z.array(
  z.object({
    role: z.enum(['front', 'back', 'selfie']),
    code: z.enum(findingCodes),
    figure: z.number(),
    limit: z.number(),
    unit: z.string(),
  }),
)

function toVerification(row: Row): Verification {
  return {
    id: row.id,
    environment: row.environment,
    status: row.status,
    country: row.country,
    idType: row.id_type,
    externalRef: orUndefined(row.external_ref),
    scoring: toScoring(row),
    apiKeyId: row.api_key_id,
    reasons: fromJson(reasonsColumn, row.reasons),
    checks: fromJson(checksColumn, row.checks),
    resultCode: orUndefined(row.result_code),
    findings: fromJson(findingsColumn, row.findings),
    createdAt: row.created_at,
    completedAt: orUndefined(row.completed_at),
  }
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
