// Stores reviews and their history.

import { z } from 'zod'
import { changedRows, changesAny } from '../db/changed-rows.ts'
import { jsonColumn, orNull, orUndefined } from '../db/columns.ts'
import { ifGiven } from '../db/if-given.ts'
import { prepare } from '../db/prepared.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import {
  allOutcomeReasons,
  type Claim,
  type Review,
  type ReviewProgress,
  reviewCauses,
} from './review.ts'
import type { ReviewEntry } from './review-entry.ts'
import type { ReviewTable } from './review-table.ts'

export async function insertReview(trx: Trx, review: Review): Promise<void> {
  await trx
    .insertInto('reviews')
    .values({
      id: review.id,
      verification_id: review.verificationId,
      environment: review.environment,
      created_at: review.createdAt,
      ...queueColumns(review),
      ...progressColumns(review.progress),
      ...claimColumns(review.claim),
      ...keptColumns(review.keptFor),
      assigned_to: orNull(review.assignedTo),
    })
    .execute()
  await setWaitingCauses(trx, review)
}

export async function findReview(db: Reader, id: string): Promise<Review | undefined> {
  const row = await db.selectFrom('reviews').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toReview(row)
}

export async function findReviewOf(
  db: Reader,
  verificationId: string,
): Promise<Review | undefined> {
  const row = await findOneOf.first(db, { verificationId })
  return row && toReview(row)
}

const findOneOf = prepare((db, { verificationId }: { readonly verificationId: string }) =>
  db.selectFrom('reviews').selectAll().where('verification_id', '=', verificationId),
)

/** What the queue is filtered and sorted by. Call it only for a review that is not closed. */
export async function setQueued(
  trx: Trx,
  review: Review,
  queued: Pick<Review, 'causes' | 'dueAt' | 'score'>,
): Promise<void> {
  await trx.updateTable('reviews').set(queueColumns(queued)).where('id', '=', review.id).execute()
  await setWaitingCauses(trx, { ...review, ...queued })
}

async function setWaitingCauses(trx: Trx, review: Review): Promise<void> {
  const { id: review_id, environment, causes, dueAt: due_at } = review
  const { score_order } = queueColumns(review)
  await deleteWaitingCauses(trx, review_id)
  await trx
    .insertInto('waiting_causes')
    .values(causes.map((cause) => ({ environment, cause, review_id, due_at, score_order })))
    .execute()
}

async function deleteWaitingCauses(trx: Trx, reviewId: string): Promise<void> {
  await trx.deleteFrom('waiting_causes').where('review_id', '=', reviewId).execute()
}

export async function setProgress(
  trx: Trx,
  id: string,
  progress: ReviewProgress,
  keptFor?: Claim,
): Promise<void> {
  const columns = { ...progressColumns(progress), ...claimColumns(undefined) }
  await trx
    .updateTable('reviews')
    .set({ ...columns, ...keptColumns(keptFor) })
    .where('id', '=', id)
    .execute()
  if (progress.state === 'closed') {
    await deleteWaitingCauses(trx, id)
  }
}

/**
 * Returns false when another user holds the review or it is no longer in its state.
 * @param claim.since When the user first claimed it, if this renews a claim
 */
export async function claimIfFree(
  trx: Trx,
  { id, progress: { state } }: Pick<Review, 'id' | 'progress'>,
  claim: Claim & { readonly since: number },
  nowMs: number,
): Promise<boolean> {
  return changesAny(
    trx
      .updateTable('reviews')
      .set({ ...claimColumns(claim), claimed_at: claim.since })
      .where('id', '=', id)
      .where('state', '=', state)
      .where(({ or, eb }) =>
        or([
          eb('claimed_by', 'is', null),
          eb('claimed_by', '=', claim.by),
          eb('claimed_until', '<=', nowMs),
        ]),
      ),
  )
}

/** Releases all claims of a user, except that on `except`. Returns the number released. */
export function releaseClaims(
  trx: Trx,
  userId: string,
  except: string | undefined,
): Promise<number> {
  return changedRows(
    trx
      .updateTable('reviews')
      .set(claimColumns(undefined))
      .where('claimed_by', '=', userId)
      .$call(ifGiven(except, (query, value) => query.where('id', '!=', value))),
  )
}

/** How many notes, or findings, the review has, and how many of them this author wrote. */
export async function countWritten(
  db: Reader,
  { reviewId, kind, authorId }: WrittenBefore,
): Promise<{ readonly ofAll: number; readonly ofAuthor: number }> {
  const rows = await db
    .selectFrom('review_entries')
    .select('author_id')
    .where('review_id', '=', reviewId)
    .where('kind', '=', kind)
    .execute()
  const ofAuthor = rows.filter((row) => row.author_id === authorId).length
  return { ofAll: rows.length, ofAuthor }
}

export interface WrittenBefore {
  readonly reviewId: string
  readonly kind: 'note' | 'finding'
  readonly authorId: string
}

/** Appends the entry to the review's history. */
export async function insertEntry(trx: Trx, entry: ReviewEntry): Promise<void> {
  const { last } = await trx
    .selectFrom('review_entries')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('review_id', '=', entry.reviewId)
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('review_entries')
    .values({
      id: entry.id,
      review_id: entry.reviewId,
      number: (last ?? 0) + 1,
      kind: entry.kind,
      author_id: orNull(entry.authorId),
      at: entry.at,
      details: JSON.stringify(entry.details),
      note: orNull(entry.note),
    })
    .execute()
}

/** Without a claim it also forgets since when. */
function claimColumns(claim: Claim | undefined) {
  const { by, until } = claim ?? {}
  const columns = { claimed_by: orNull(by), claimed_until: orNull(until) }
  return claim === undefined ? { ...columns, claimed_at: null } : columns
}

/** Stands for no score: after every score, in both databases. */
export const noScore = 1001

function queueColumns(queued: Pick<Review, 'causes' | 'dueAt' | 'score'>) {
  return {
    causes: JSON.stringify(queued.causes),
    due_at: queued.dueAt,
    score_order: queued.score ?? noScore,
  }
}

function keptColumns(kept: Claim | undefined) {
  return { kept_for: orNull(kept?.by), kept_until: orNull(kept?.until) }
}

const emptyColumns = {
  proposal_id: null,
  proposed_by: null,
  proposed_at: null,
  checker_id: null,
  proposal_evidence: null,
  outcome: null,
  outcome_reasons: null,
  decided_by: null,
  approved_by: null,
  closed_at: null,
} as const

function progressColumns(progress: ReviewProgress) {
  switch (progress.state) {
    case 'open':
      return { ...emptyColumns, state: progress.state }
    case 'proposed': {
      const { id, by, at, outcome, reasons, checkerId, evidence } = progress.proposal
      return {
        ...emptyColumns,
        state: progress.state,
        proposal_id: id,
        proposed_by: by,
        proposed_at: at,
        checker_id: orNull(checkerId),
        proposal_evidence: evidence,
        outcome,
        outcome_reasons: JSON.stringify(reasons),
      }
    }
    case 'closed': {
      const { outcome, reasons, decidedBy, approvedBy, at } = progress
      return {
        ...emptyColumns,
        state: progress.state,
        outcome,
        outcome_reasons: JSON.stringify(reasons),
        decided_by: decidedBy,
        approved_by: orNull(approvedBy),
        closed_at: at,
      }
    }
  }
}

const readCauses = jsonColumn(z.array(z.enum(reviewCauses)))
export const readOutcomeReasons = jsonColumn(z.array(z.enum(allOutcomeReasons)))

export function toReview(row: ReviewTable): Review {
  return {
    id: row.id,
    verificationId: row.verification_id,
    environment: row.environment,
    causes: readCauses(row.causes),
    progress: toProgress(row),
    claim: toClaim(row.claimed_by, row.claimed_until),
    keptFor: toClaim(row.kept_for, row.kept_until),
    claimedAt: orUndefined(row.claimed_at),
    assignedTo: orUndefined(row.assigned_to),
    dueAt: row.due_at,
    score: row.score_order === noScore ? undefined : row.score_order,
    createdAt: row.created_at,
  }
}

function toClaim(by: string | null, until: number | null): Claim | undefined {
  return by === null || until === null ? undefined : { by, until }
}

function toProgress(row: ReviewTable): ReviewProgress {
  if (row.state === 'open') return { state: 'open' }
  const reasons = readOutcomeReasons(row.outcome_reasons ?? '')
  const outcome = required(row.outcome)
  if (row.state === 'closed') {
    const [decidedBy, at] = [required(row.decided_by), required(row.closed_at)]
    const approvedBy = orUndefined(row.approved_by)
    return { state: 'closed', outcome, reasons, decidedBy, approvedBy, at }
  }
  const proposal = {
    id: required(row.proposal_id),
    by: required(row.proposed_by),
    at: required(row.proposed_at),
    outcome,
    reasons,
    checkerId: orUndefined(row.checker_id),
    evidence: required(row.proposal_evidence),
  }
  return { state: 'proposed', proposal }
}

/** @throws Error for an empty column that the state always fills: the data is damaged */
function required<Value>(value: Value | null): Value {
  if (value === null) throw new Error('a review lacks a column that its state requires')
  return value
}
