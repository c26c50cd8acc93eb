// Queries of `sign_in_attempts`: failed sign-ins, counted by a keyed digest of account and network.

import { changedRows } from '../../db/changed-rows.ts'
import type { Reader, Trx } from '../../db/transaction.ts'
import type { Attempts } from './back-off.ts'

export async function findAttempts(
  db: Reader,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, Attempts>> {
  const rows = await db
    .selectFrom('sign_in_attempts')
    .select(['subject', 'failures', 'last_failed_at'])
    .where('subject', 'in', subjects)
    .execute()
  return new Map(
    rows.map((row) => [row.subject, { failures: row.failures, lastFailedAt: row.last_failed_at }]),
  )
}

export async function keepAttempts(trx: Trx, subject: string, attempts: Attempts): Promise<void> {
  const { failures, lastFailedAt } = attempts
  await trx
    .insertInto('sign_in_attempts')
    .values({ subject, failures, last_failed_at: lastFailedAt })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({ failures, last_failed_at: lastFailedAt }),
    )
    .execute()
}

export async function deleteAttempts(trx: Trx, subjects: readonly string[]): Promise<void> {
  await trx.deleteFrom('sign_in_attempts').where('subject', 'in', subjects).execute()
}

export function deleteAttemptsBefore(trx: Trx, instant: number): Promise<number> {
  return changedRows(trx.deleteFrom('sign_in_attempts').where('last_failed_at', '<', instant))
}
