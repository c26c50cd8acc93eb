// Queries of `account_notices`: a row for each change of a user's account.

import { changedRows, changesAny } from '../../db/changed-rows.ts'
import { orNull, orUndefined } from '../../db/columns.ts'
import { ifGiven } from '../../db/if-given.ts'
import type { Reader, Trx } from '../../db/transaction.ts'
import type { AccountNoticeTable } from '../user-table.ts'
import type { AccountNotice, AccountNoticeKind } from './account-notice.ts'

export async function insertNotice(trx: Trx, notice: AccountNotice): Promise<void> {
  await trx
    .insertInto('account_notices')
    .values({
      id: notice.id,
      user_id: notice.userId,
      kind: notice.kind,
      at: notice.at,
      by_kind: notice.by.kind,
      by_id: orNull(notice.by.id),
      approved_by_id: orNull(notice.approvedById),
      role: orNull(notice.role),
      previous_role: orNull(notice.previousRole),
      count: notice.count,
      session_id: orNull(notice.sessionId),
      client_address: orNull(notice.clientAddress),
      browser: orNull(notice.browser),
      seen_at: orNull(notice.seenAt),
    })
    .execute()
}

/** Increments the wrong-code notice of a session. Returns false if the session has none yet. */
export function countWrongCodeOf(trx: Trx, sessionId: string, at: number): Promise<boolean> {
  return changesAny(
    trx
      .updateTable('account_notices')
      .set(({ eb }) => ({ at, count: eb('count', '+', 1) }))
      .where('session_id', '=', sessionId)
      .where('kind', '=', 'wrong_codes'),
  )
}

export async function deleteWrongCodesOf(trx: Trx, sessionId: string): Promise<void> {
  await trx
    .deleteFrom('account_notices')
    .where('session_id', '=', sessionId)
    .where('kind', '=', 'wrong_codes')
    .execute()
}

/** Newest first. */
export async function listNotices(
  db: Reader,
  asked: { readonly userId: string; readonly since: number; readonly limit: number },
): Promise<readonly AccountNotice[]> {
  const rows = await db
    .selectFrom('account_notices')
    .selectAll()
    .where('user_id', '=', asked.userId)
    .where('at', '>=', asked.since)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(asked.limit)
    .execute()
  return rows.map(toNotice)
}

/** Returns unseen notices from before `until`, oldest first. */
export async function listUnseenNotices(
  db: Reader,
  asked: { readonly userId: string; readonly until: number; readonly limit: number },
): Promise<readonly AccountNotice[]> {
  const rows = await db
    .selectFrom('account_notices')
    .selectAll()
    .where('user_id', '=', asked.userId)
    .where('seen_at', 'is', null)
    .where('at', '<', asked.until)
    .orderBy('at')
    .orderBy('id')
    .limit(asked.limit)
    .execute()
  return rows.map(toNotice)
}

export async function setNoticesSeen(
  trx: Trx,
  asked: { readonly userId: string; readonly until: number; readonly at: number },
): Promise<number> {
  return changedRows(
    trx
      .updateTable('account_notices')
      .set({ seen_at: asked.at })
      .where('user_id', '=', asked.userId)
      .where('seen_at', 'is', null)
      .where('at', '<', asked.until),
  )
}

/** Marks what the owner did in this session as seen; wrong codes stay unseen. */
export async function setSessionNoticesSeen(
  trx: Trx,
  asked: { readonly sessionId: string; readonly at: number },
): Promise<void> {
  await trx
    .updateTable('account_notices')
    .set({ seen_at: asked.at })
    .where('session_id', '=', asked.sessionId)
    .where('kind', '!=', 'wrong_codes')
    .where('seen_at', 'is', null)
    .execute()
}

/** Makes notices since an instant unseen again, except those that were inserted as seen. */
export async function setNoticesUnseen(
  trx: Trx,
  asked: { readonly userId: string; readonly since: number },
): Promise<void> {
  await trx
    .updateTable('account_notices')
    .set({ seen_at: null })
    .where('user_id', '=', asked.userId)
    .where('at', '>=', asked.since)
    .whereRef('seen_at', '!=', 'at')
    .execute()
}

/** Returns notices of these kinds since an instant, newest first; of all users without a `userId`. */
export async function listNoticesOfKinds(
  db: Reader,
  asked: {
    readonly userId?: string
    readonly kinds: readonly AccountNoticeKind[]
    readonly since: number
  },
): Promise<readonly AccountNotice[]> {
  const { userId, kinds, since } = asked
  const rows = await db
    .selectFrom('account_notices')
    .selectAll()
    .where('kind', 'in', kinds)
    .where('at', '>=', since)
    .$call(ifGiven(userId, (query, value) => query.where('user_id', '=', value)))
    .orderBy('at', 'desc')
    .execute()
  return rows.map(toNotice)
}

export function deleteNoticesSeenBefore(trx: Trx, instant: number): Promise<number> {
  return changedRows(
    trx.deleteFrom('account_notices').where('at', '<', instant).where('seen_at', 'is not', null),
  )
}

function toNotice(row: AccountNoticeTable): AccountNotice {
  return {
    id: row.id,
    userId: row.user_id,
    kind: row.kind,
    at: row.at,
    by: { kind: row.by_kind, id: orUndefined(row.by_id) },
    approvedById: orUndefined(row.approved_by_id),
    role: orUndefined(row.role),
    previousRole: orUndefined(row.previous_role),
    count: row.count,
    sessionId: orUndefined(row.session_id),
    clientAddress: orUndefined(row.client_address),
    browser: orUndefined(row.browser),
    seenAt: orUndefined(row.seen_at),
  }
}
