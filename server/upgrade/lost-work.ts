// Names what came in since an upgrade and would be lost if the database from before were put back.

import type { AuditAction } from '../audit/audit.ts'
import { countCausedEntries } from '../db/sqlite/count-caused-entries.ts'
import type { DatabaseLook } from '../db/sqlite/look-at-database.ts'

/** Tables that show whether anything was accepted or done: requests, their outcomes, and what users set up. */
export const acceptedTables = [
  'verifications',
  'events',
  'usage_events',
  'reviews',
  'review_entries',
  'approvals',
  'api_keys',
  'webhooks',
  'users',
]

/**
 * They change nothing that an older database would undo. Clients ask again and again, and an administrator signs in to
 * see whether a release works.
 */
const missedByNobody = [
  'verification.read',
  'api.refused',
  'api.virus_refused',
  'console.refused',
  'user.sign_in_refused',
  'user.link_refused',
  'user.signed_in',
  'user.confirmed',
  'user.signed_out',
] as const satisfies readonly AuditAction[]

/**
 * Somebody may ask for them, but the release before needs none of them: they tell what was looked at, handed out,
 * checked or tried, reserve a review for some minutes, or wrote the same rows anew. An action that is in neither list
 * has changed something.
 */
const askedForLater = [
  'audit.viewed',
  'audit.verified',
  'audit.exported',
  'backup.verified',
  'database.compacted',
  'encryption.verified',
  'outbound.exported',
  'quality.check_claimed',
  'quality.check_released',
  'quality.exported',
  'report.exported',
  'review.claimed',
  'review.released',
  'usage.exported',
  'user.access_denied',
  'user.emergency_sign_in',
  'verification.exported',
  'verification.holds_viewed',
  'verification.images_viewed',
  'verification.personal_details_viewed',
  'verification.review_notes_viewed',
  'verification.searched',
  'verification.seen_before_viewed',
  'verification.viewed',
] as const satisfies readonly AuditAction[]

/** In words; empty if nothing is new. */
export function lostSince(before: DatabaseLook, now: DatabaseLook): readonly string[] {
  return [...now.rows]
    .map(([table, count]) => [table, count - (before.rows.get(table) ?? 0)] as const)
    .filter(([, more]) => more !== 0)
    .map(([table, more]) =>
      more > 0 ? rowsOf(table, more) : `the removal of ${rowsOf(table, -more)}`,
    )
}

/** `1 API key`, `2 review entries`. */
function rowsOf(table: string, count: number): string {
  const words = table.replaceAll('_', ' ').replace(/^api /, 'API ')
  const named = count === 1 ? words.replace(/ies$/, 'y').replace(/s$/, '') : words
  return `${count} ${named}`
}

/**
 * Which personal data was accessed, and what was erased or revoked, stands in the audit log alone.
 * @param accepts `unchanging`: entries that changed nothing may be lost, and erasures that the older release repeats
 */
export async function lostEntries({
  database,
  copy,
  accepts,
}: {
  readonly database: string
  readonly copy: string
  readonly accepts: 'unchanging' | 'nothing'
}): Promise<readonly string[]> {
  const uncounted =
    accepts === 'unchanging' ? [...missedByNobody, ...askedForLater] : missedByNobody
  const before = await countCausedEntries(copy, uncounted)
  const now = await countCausedEntries(database, uncounted)
  const erasures = now.askedErasures - before.askedErasures
  const ownErasures = accepts === 'nothing' ? now.ownErasures - before.ownErasures : 0
  const others = now.others - before.others + ownErasures
  return [
    ...(erasures === 0 ? [] : [`${erasures} ${erasures === 1 ? 'erasure' : 'erasures'}`]),
    ...(others === 0 ? [] : [`${others} ${others === 1 ? 'entry' : 'entries'} of the audit log`]),
  ]
}
