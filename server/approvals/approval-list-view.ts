// Requests for approval as the console lists them: newest first a page at a time, with the deciders' words.

import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import { ifGiven } from '../db/if-given.ts'
import type { Reader } from '../db/transaction.ts'
import type { PageRequest } from '../kernel/page.ts'
import type { Approval, ApprovalKind } from './approval.ts'
import { type ApprovalCipher, decryptColumn, toApproval } from './approval-store.ts'
import type { ApprovalTable } from './approval-table.ts'

/** The decider's words. */
export async function readNotes(
  cipher: ApprovalCipher,
  db: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('approvals')
    .select(['id', 'note'])
    .where('id', 'in', ids)
    .where('note', 'is not', null)
    .execute()
  return new Map(
    rows.flatMap(({ id, note }) =>
      note === null ? [] : [[id, decryptColumn(cipher, 'note', id, note)] as const],
    ),
  )
}

interface ApprovalFilter {
  /** Whether to list the requests that can still be decided or, by this user, still be used; or all others. */
  readonly view: 'pending' | 'past'
  readonly kinds: readonly ApprovalKind[]
  /** Whose own requests are shown whatever their kind. */
  readonly userId: string
  readonly nowMs: number
}

/** Returns how many requests of this user were approved and can still be used, once. */
export async function countUsableBy(db: Reader, userId: string, nowMs: number): Promise<number> {
  const { count } = await db
    .selectFrom('approvals')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(usableBy(userId, nowMs))
    .executeTakeFirstOrThrow()
  return count
}

function usableBy(userId: string, nowMs: number): Expression<SqlBool> {
  const { and, eb, fn, lit } = expressionBuilder<{ approvals: ApprovalTable }, 'approvals'>()
  return and([
    eb('requested_by', '=', userId),
    eb('state', '=', 'approved'),
    // Approvals that were applied at once have none.
    eb(fn.coalesce('usable_until', lit(0)), '>', nowMs),
  ])
}

/** Newest first. Returns one more than the page's limit when there are more. */
export async function listApprovals(
  cipher: ApprovalCipher,
  db: Reader,
  { view, kinds, userId, nowMs }: ApprovalFilter,
  page: PageRequest,
): Promise<readonly Approval[]> {
  const { after } = page
  const rows = await db
    .selectFrom('approvals')
    .selectAll()
    .where(({ or, eb }) =>
      or([
        eb('requested_by', '=', userId),
        ...(kinds.length === 0 ? [] : [eb('kind', 'in', kinds)]),
      ]),
    )
    .where(({ or, not, eb }) => {
      const waits = eb('state', '=', 'pending').and('expires_at', '>', nowMs)
      const open = or([waits, usableBy(userId, nowMs)])
      return view === 'pending' ? open : not(open)
    })
    .$call(ifGiven(after, (query, value) => query.where('id', '<', value)))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  return rows.map((row) => toApproval(cipher, row))
}
