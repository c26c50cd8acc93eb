// Whose account is in whose hands: whoever made or reset an account a short while ago may still be able to
// sign in to it, so the two count as one pair of eyes.

import type { Reader } from '../db/transaction.ts'
import type { AccountNotice, AccountNoticeKind } from './account-notice.ts'
import { listNoticesOfKinds } from './account-notice-store.ts'

export const tiesLastMs = 7 * 24 * 3_600_000

const tyingKinds = [
  'created',
  'invited',
  'password_reset_started',
  'password_reset',
  'second_factor_reset',
] as const satisfies readonly AccountNoticeKind[]

/**
 * The users whose accounts this one made or reset in the last seven days, or agreed to it, and those who did
 * so to this one's. What was done on the host ties nobody: there the host itself is trusted.
 */
export async function findTies(
  db: Reader,
  userId: string,
  nowMs: number,
): Promise<ReadonlySet<string>> {
  const notices = await listNoticesOfKinds(db, { kinds: tyingKinds, since: nowMs - tiesLastMs })
  const tied = notices.flatMap((notice) => {
    const actors = actorsOf(notice)
    if (notice.userId === userId) return actors
    return actors.includes(userId) ? [notice.userId] : []
  })
  return new Set(tied.filter((id) => id !== userId))
}

function actorsOf({ by, approvedById }: AccountNotice): readonly string[] {
  return [by.kind === 'staff' ? by.id : undefined, approvedById].filter((id) => id !== undefined)
}
