// Keeps verifications. Sealed columns go in and come out sealed; opening them is not the store's job.

import { z } from 'zod'
import { fromJson, orNull, orUndefined, toFlag } from '../db/columns.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import { findingCodes } from '../evidence/evidence.ts'
import type { PageRequest } from '../kernel/page.ts'
import type { Environment } from '../keys/key.ts'
import type { DocumentType } from '../markets/market.ts'
import { reasonCodes } from './reasons.ts'
import {
  type Conclusion,
  checkNames,
  checkResults,
  type Verification,
  type VerificationStatus,
} from './verification.ts'
import type { VerificationTable } from './verification-table.ts'

export interface SealedParts {
  readonly claims: Buffer
  readonly idNumberIndex: Buffer | undefined
  readonly providerAnswer: Buffer | undefined
}

export async function insertVerification(
  trx: Trx,
  verification: Verification,
  sealed: SealedParts,
): Promise<void> {
  await trx
    .insertInto('verifications')
    .values({
      id: verification.id,
      environment: verification.environment,
      status: verification.status,
      country: verification.country,
      id_type: verification.idType,
      external_ref: orNull(verification.externalRef),
      score_requested: toFlag(verification.scoreRequested),
      scoring_skipped: toFlag(verification.scoringSkipped),
      api_key_id: verification.apiKeyId,
      claims: sealed.claims,
      id_number_index: orNull(sealed.idNumberIndex),
      provider_answer: orNull(sealed.providerAnswer),
      reasons: JSON.stringify(verification.reasons),
      checks: JSON.stringify(verification.checks),
      findings: JSON.stringify(verification.findings),
      created_at: verification.createdAt,
      completed_at: orNull(verification.completedAt),
    })
    .execute()
}

/** undefined also for a verification of the other environment: it does not exist for this caller. */
export async function findVerification(
  db: Reader,
  id: string,
  environment?: Environment,
): Promise<Verification | undefined> {
  const row = await db
    .selectFrom('verifications')
    .select(plainColumns)
    .where('id', '=', id)
    .$if(environment !== undefined, (query) =>
      query.where('environment', '=', environment ?? 'live'),
    )
    .executeTakeFirst()
  return row && toVerification(row)
}

export async function findSealedParts(db: Reader, id: string): Promise<SealedParts | undefined> {
  const row = await db
    .selectFrom('verifications')
    .select(['claims', 'id_number_index', 'provider_answer'])
    .where('id', '=', id)
    .executeTakeFirst()
  return (
    row && {
      claims: row.claims,
      idNumberIndex: orUndefined(row.id_number_index),
      providerAnswer: orUndefined(row.provider_answer),
    }
  )
}

export interface VerificationFilter {
  readonly environment?: Environment | undefined
  readonly status?: VerificationStatus | undefined
  readonly country?: string | undefined
  readonly idType?: DocumentType | undefined
  readonly externalRef?: string | undefined
  /** Ids sort by creation time, so a span of time is a span of ids: from this one on, ... */
  readonly idFrom?: string | undefined
  /** ... and before this one. */
  readonly idBefore?: string | undefined
}

/** Newest first; one more row than asked for, where there is one. */
export async function listVerifications(
  db: Reader,
  filter: VerificationFilter,
  page: PageRequest,
): Promise<readonly Verification[]> {
  let query = db.selectFrom('verifications').select(plainColumns)
  if (filter.environment !== undefined) query = query.where('environment', '=', filter.environment)
  if (filter.status !== undefined) query = query.where('status', '=', filter.status)
  if (filter.country !== undefined) query = query.where('country', '=', filter.country)
  if (filter.idType !== undefined) query = query.where('id_type', '=', filter.idType)
  if (filter.externalRef !== undefined) query = query.where('external_ref', '=', filter.externalRef)
  if (filter.idFrom !== undefined) query = query.where('id', '>=', filter.idFrom)
  if (filter.idBefore !== undefined) query = query.where('id', '<', filter.idBefore)
  if (page.after !== undefined) query = query.where('id', '<', page.after)
  const rows = await query
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  return rows.map(toVerification)
}

/** Ends a pending verification; false when it had ended already. */
export async function concludePending(
  trx: Trx,
  id: string,
  end: Conclusion & {
    readonly completedAt: number
    readonly providerAnswer: Buffer | undefined
  },
): Promise<boolean> {
  const result = await trx
    .updateTable('verifications')
    .set({
      status: end.status,
      reasons: JSON.stringify(end.reasons),
      checks: JSON.stringify(end.checks),
      provider_answer: orNull(end.providerAnswer),
      completed_at: end.completedAt,
    })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

const plainColumns = [
  'id',
  'environment',
  'status',
  'country',
  'id_type',
  'external_ref',
  'score_requested',
  'scoring_skipped',
  'api_key_id',
  'reasons',
  'checks',
  'findings',
  'created_at',
  'completed_at',
] as const

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

function toVerification(row: Pick<VerificationTable, (typeof plainColumns)[number]>): Verification {
  return {
    id: row.id,
    environment: row.environment,
    status: row.status,
    country: row.country,
    idType: row.id_type,
    externalRef: orUndefined(row.external_ref),
    scoreRequested: row.score_requested === 1,
    scoringSkipped: row.scoring_skipped === 1,
    apiKeyId: row.api_key_id,
    reasons: fromJson(reasonsColumn, row.reasons),
    checks: fromJson(checksColumn, row.checks),
    findings: fromJson(findingsColumn, row.findings),
    createdAt: row.created_at,
    completedAt: orUndefined(row.completed_at),
  }
}
