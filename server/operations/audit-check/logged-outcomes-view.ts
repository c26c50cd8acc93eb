// Reads the last audit entries with outcomes of verifications and reviews, which their rows must match.

import { type AuditAction, auditActions } from '../../audit/audit.ts'
import { findLastEntries } from '../../audit/audit-view.ts'
import type { Reader } from '../../db/transaction.ts'

/** Actions that record a review; the subject of such entries is the review's verification. */
export const reviewActions = auditActions.filter(
  (action) => action.startsWith('review.') || action === 'verification.reviewed',
)

export interface LoggedOutcome {
  readonly sequence: number
  /** Digest of each part; undefined if the entry is damaged. */
  readonly parts: ReadonlyMap<string, string> | undefined
}

/** Returns what the last entries with one of the actions recorded, by verification id. */
export async function findLogged(
  db: Reader,
  verificationIds: readonly string[],
  actions: readonly AuditAction[],
): Promise<ReadonlyMap<string, LoggedOutcome>> {
  const entries = await findLastEntries(db, verificationIds, actions)
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

/** Returns those of the ids for which there is no row. */
export async function findMissing(
  db: Reader,
  table: 'verifications' | 'reviews',
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom(table).select('id').where('id', 'in', ids).execute()
  const there = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !there.has(id))
}
