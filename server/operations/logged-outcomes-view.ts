// Reads the last audit entries with outcomes of verifications and reviews, which their rows must match.

import { auditActions } from '../audit/audit.ts'
import { findLastEntries } from '../audit/audit-view.ts'
import type { Reader } from '../db/transaction.ts'
import { outcomeActions } from '../verifications/outcome.ts'

/** Actions that record a review; the subject of such entries is the review's verification. */
export const reviewActions = auditActions.filter(
  (action) => action.startsWith('review.') || action === 'verification.reviewed',
)

export interface LoggedOutcome {
  readonly sequence: number
  /** Digest of each part; undefined if the entry is damaged. */
  readonly parts: ReadonlyMap<string, string> | undefined
}

/** Returns logged outcomes by verification id. */
export async function findLoggedOutcomes(
  db: Reader,
  verificationIds: readonly string[],
): Promise<ReadonlyMap<string, LoggedOutcome>> {
  return bySubject(await findLastEntries(db, verificationIds, outcomeActions))
}

/** Returns logged reviews by verification id; a verification has at most one review. */
export async function findLoggedReviews(
  db: Reader,
  verificationIds: readonly string[],
): Promise<ReadonlyMap<string, LoggedOutcome>> {
  return bySubject(await findLastEntries(db, verificationIds, reviewActions))
}

function bySubject(
  entries: Awaited<ReturnType<typeof findLastEntries>>,
): ReadonlyMap<string, LoggedOutcome> {
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

/** Returns those of the ids for which no verification exists. */
export async function missingVerifications(
  db: Reader,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('verifications').select('id').where('id', 'in', ids).execute()
  const there = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !there.has(id))
}

/** Returns those of the ids for which no review exists. */
export async function missingReviews(
  db: Reader,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('reviews').select('id').where('id', 'in', ids).execute()
  const there = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !there.has(id))
}
