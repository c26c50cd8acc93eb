// The audit log's last word on verifications and on reviews, as their rows have to agree with it.

import { type AuditAction, auditActions } from '../audit/audit.ts'
import { clockSetBackMaxMs } from '../audit/audit-span.ts'
import { findLastEntries } from '../audit/audit-view.ts'
import type { Reader } from '../db/transaction.ts'
import { outcomeActions } from '../verifications/outcome.ts'
import { findAttestationDue } from './attestation-store.ts'

/** Entries with a word on a review; their subject is its verification. */
export const reviewActions = auditActions.filter(
  (action) => action.startsWith('review.') || action === 'verification.reviewed',
)

export interface LogWord {
  readonly sequence: number
  /** Digest of each part; undefined where the entry is damaged or from before the log kept them. */
  readonly parts: ReadonlyMap<string, string> | undefined
}

/**
 * What was submitted before this instant may lack its word; undefined where everything has to have one. The row
 * that says so can be written by whoever writes into the database, so it counts only as far as the log bears it
 * out: until the attestation is in it, and for what is older than the first outcome in it.
 */
export async function findWordlessBefore(db: Reader): Promise<number | undefined> {
  const due = await findAttestationDue(db)
  if (due === undefined || (await findFirstTime(db, 'audit.attested')) !== undefined)
    return undefined
  const firstOutcomeAt = await findFirstTime(db, 'verification.completed')
  return firstOutcomeAt === undefined ? due : Math.min(due, firstOutcomeAt + clockSetBackMaxMs)
}

async function findFirstTime(db: Reader, action: AuditAction): Promise<number | undefined> {
  const row = await db
    .selectFrom('audit_entries')
    .select('at')
    .where('action', '=', action)
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst()
  return row?.at
}

/** By the id of the verification. */
export async function findOutcomeWords(
  db: Reader,
  verificationIds: readonly string[],
): Promise<ReadonlyMap<string, LogWord>> {
  return bySubject(await findLastEntries(db, verificationIds, outcomeActions))
}

/** By the id of the verification that is reviewed: there is one review of each at most. */
export async function findReviewWords(
  db: Reader,
  verificationIds: readonly string[],
): Promise<ReadonlyMap<string, LogWord>> {
  return bySubject(await findLastEntries(db, verificationIds, reviewActions))
}

function bySubject(
  entries: Awaited<ReturnType<typeof findLastEntries>>,
): ReadonlyMap<string, LogWord> {
  return new Map(
    entries.map(({ subjectId, sequence, entry }) => [
      subjectId ?? '',
      { sequence, parts: entry?.details.parts && partsOf(entry.details.parts) },
    ]),
  )
}

function partsOf(listed: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    listed.map((one): readonly [string, string] => {
      const [part = '', digest = ''] = one.split(':')
      return [part, digest]
    }),
  )
}

/** Of these, those that there is no verification of any more. */
export async function withoutVerification(
  db: Reader,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('verifications').select('id').where('id', 'in', ids).execute()
  const there = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !there.has(id))
}

/** Of these, those that there is no review of any more. */
export async function withoutReview(
  db: Reader,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('reviews').select('id').where('id', 'in', ids).execute()
  const there = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !there.has(id))
}
