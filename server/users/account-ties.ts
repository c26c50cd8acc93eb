// Finds users who may be able to sign in to each other's accounts: whoever recently created or reset an
// account may still control it, so the two users count as one pair of eyes.

import type { Reader } from '../db/transaction.ts'
import { dayMs } from '../kernel/durations.ts'
import type { AccountNotice, AccountNoticeKind } from './notices/account-notice.ts'
import { listNoticesOfKinds } from './notices/account-notice-store.ts'

const tiesLastMs = 7 * dayMs

const tyingKinds = [
  'created',
  'invited',
  'password_reset_started',
  'password_reset',
  'second_factor_reset',
  'invited_again',
] as const satisfies readonly AccountNoticeKind[]

type TiesOf = (userId: string) => ReadonlySet<string>

/**
 * Returns a function that returns the ids of users whose accounts this user created or reset, or approved a reset of,
 * in the last seven days, and of users who did so to this user's account. Changes made on the host tie nobody: the host
 * is trusted.
 */
export async function readTies(db: Reader, nowMs: number): Promise<TiesOf> {
  const notices = await listNoticesOfKinds(db, { kinds: tyingKinds, since: nowMs - tiesLastMs })
  return (userId) => {
    const tied = notices.flatMap((notice) => {
      const actors = actorsOf(notice)
      if (notice.userId === userId) return actors
      return actors.includes(userId) ? [notice.userId] : []
    })
    return new Set(tied.filter((id) => id !== userId))
  }
}

/** The ties of one user; see `readTies`. */
export async function findTies(
  db: Reader,
  userId: string,
  nowMs: number,
): Promise<ReadonlySet<string>> {
  return (await readTies(db, nowMs))(userId)
}

function actorsOf({ by, approvedById }: AccountNotice): readonly string[] {
  return [by.kind === 'user' ? by.id : undefined, approvedById].filter((id) => id !== undefined)
}
