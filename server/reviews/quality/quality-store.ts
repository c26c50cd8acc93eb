// Stores quality checks.

import { z } from 'zod'
import { changesAny } from '../../db/changed-rows.ts'
import { fromJson, orUndefined } from '../../db/columns.ts'
import { ifGiven } from '../../db/if-given.ts'
import type { Reader, Trx } from '../../db/transaction.ts'
import type { Claim } from '../review.ts'
import type { JudgedDecision, QualityCheck, QualityResult } from './quality-check.ts'
import type { QualityCheckTable } from './quality-table.ts'

export async function insertQualityCheck(
  trx: Trx,
  check: Omit<QualityCheck, 'claim' | 'claimedAt' | 'closedAt'>,
): Promise<void> {
  await trx
    .insertInto('quality_checks')
    .values({
      id: check.id,
      review_id: check.reviewId,
      verification_id: check.verificationId,
      environment: check.environment,
      decided_by: check.decidedBy,
      involved: JSON.stringify(check.involved),
      claimed_by: null,
      claimed_until: null,
      claimed_at: null,
      checked_by: null,
      outcome: null,
      outcome_reasons: null,
      worked_ms: null,
      result: null,
      created_at: check.createdAt,
      closed_at: null,
      differed_at: null,
    })
    .execute()
}

export async function findQualityCheck(db: Reader, id: string): Promise<QualityCheck | undefined> {
  const row = await db
    .selectFrom('quality_checks')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toQualityCheck(row)
}

/** Open or not. */
export async function findQualityCheckOf(
  db: Reader,
  verificationId: string,
): Promise<QualityCheck | undefined> {
  const row = await db
    .selectFrom('quality_checks')
    .selectAll()
    .where('verification_id', '=', verificationId)
    .executeTakeFirst()
  return row && toQualityCheck(row)
}

/**
 * Returns false when another user holds the check, or it is closed.
 * @param claim.since When the user first claimed it
 */
export async function claimQualityCheck(
  trx: Trx,
  id: string,
  { by, until, since }: Claim & { readonly since: number },
  nowMs: number,
): Promise<boolean> {
  return changesAny(
    trx
      .updateTable('quality_checks')
      .set({ claimed_by: by, claimed_until: until, claimed_at: since })
      .where('id', '=', id)
      .where('closed_at', 'is', null)
      .where(({ or, eb }) =>
        or([
          eb('claimed_by', 'is', null),
          eb('claimed_by', '=', by),
          eb('claimed_until', '<=', nowMs),
        ]),
      ),
  )
}

/** Releases all checks that a user holds, except `except`. */
export async function releaseQualityChecks(
  trx: Trx,
  userId: string,
  except: string | undefined,
): Promise<void> {
  await trx
    .updateTable('quality_checks')
    .set({ claimed_by: null, claimed_until: null, claimed_at: null })
    .where('claimed_by', '=', userId)
    .$call(ifGiven(except, (query, value) => query.where('id', '!=', value)))
    .execute()
}

/** Closes an open check. Returns false if it was closed meanwhile. */
export async function closeQualityCheck(
  trx: Trx,
  id: string,
  { result, at, made }: ClosedQualityCheck,
): Promise<boolean> {
  const isDifferent = result === 'other_outcome' || result === 'other_reasons'
  const decision = made && {
    checked_by: made.by,
    outcome: made.outcome,
    outcome_reasons: JSON.stringify(made.reasons),
    worked_ms: made.workedMs,
  }
  return changesAny(
    trx
      .updateTable('quality_checks')
      .set({
        ...decision,
        result,
        closed_at: at,
        differed_at: isDifferent ? at : null,
        claimed_by: null,
        claimed_until: null,
        claimed_at: null,
      })
      .where('id', '=', id)
      .where('closed_at', 'is', null),
  )
}

/** Deletes the check of a verification if it was closed without a decision. */
export async function deleteCancelledCheck(trx: Trx, verificationId: string): Promise<void> {
  await trx
    .deleteFrom('quality_checks')
    .where('verification_id', '=', verificationId)
    .where('result', '=', 'cancelled')
    .execute()
}

interface ClosedQualityCheck {
  readonly result: QualityResult
  readonly at: number
  /** undefined where it is closed without a decision. */
  readonly made?: JudgedDecision & { readonly by: string; readonly workedMs: number }
}

const involvedColumn = z.array(z.string())

function toQualityCheck(row: QualityCheckTable): QualityCheck {
  const { claimed_by: by, claimed_until: until } = row
  return {
    id: row.id,
    reviewId: row.review_id,
    verificationId: row.verification_id,
    environment: row.environment,
    decidedBy: row.decided_by,
    involved: fromJson(involvedColumn, row.involved),
    claim: by === null || until === null ? undefined : { by, until },
    claimedAt: orUndefined(row.claimed_at),
    createdAt: row.created_at,
    closedAt: orUndefined(row.closed_at),
  }
}
