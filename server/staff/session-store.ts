// Keeps the sessions of the staff, found by the digest of what stands in the cookie.

import { orNull, orUndefined } from '../db/columns.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import type { Session } from './staff.ts'
import type { StaffSessionTable } from './staff-table.ts'

/** What waits in a session between two steps of a ceremony. */
export interface SessionWait {
  readonly challenge: { readonly text: string; readonly at: number } | undefined
  readonly offeredTotp: Buffer | undefined
}

export async function insertSession(trx: Trx, session: Session, digest: Buffer): Promise<void> {
  await trx
    .insertInto('staff_sessions')
    .values({
      id: session.id,
      digest,
      member_id: session.memberId,
      stage: session.stage,
      created_at: session.createdAt,
      used_at: session.usedAt,
      confirmed_at: orNull(session.confirmedAt),
      client_address: session.clientAddress,
      browser: session.browser,
      challenge: null,
      challenge_at: null,
      offered_totp: null,
    })
    .execute()
}

const sessionColumns = [
  'id',
  'member_id',
  'stage',
  'created_at',
  'used_at',
  'confirmed_at',
  'client_address',
  'browser',
] as const

/** Looked up on every request, never cached: one that was ended is dead at once. */
export async function findSessionByDigest(
  db: Reader,
  digest: Buffer,
): Promise<Session | undefined> {
  const row = await db
    .selectFrom('staff_sessions')
    .select(sessionColumns)
    .where('digest', '=', digest)
    .executeTakeFirst()
  return row && toSession(row)
}

/** Newest first. */
export async function listSessions(db: Reader, memberId: string): Promise<readonly Session[]> {
  const rows = await db
    .selectFrom('staff_sessions')
    .select(sessionColumns)
    .where('member_id', '=', memberId)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(toSession)
}

/** Of all these members, in no order. */
export async function listSessionsOf(
  db: Reader,
  memberIds: readonly string[],
): Promise<readonly Session[]> {
  if (memberIds.length === 0) return []
  const rows = await db
    .selectFrom('staff_sessions')
    .select(sessionColumns)
    .where('member_id', 'in', memberIds)
    .execute()
  return rows.map(toSession)
}

export async function findWait(db: Reader, id: string): Promise<SessionWait> {
  const row = await db
    .selectFrom('staff_sessions')
    .select(['challenge', 'challenge_at', 'offered_totp'])
    .where('id', '=', id)
    .executeTakeFirst()
  const challenge =
    row?.challenge && row.challenge_at !== null
      ? { text: row.challenge, at: row.challenge_at }
      : undefined
  return { challenge, offeredTotp: row?.offered_totp ?? undefined }
}

export async function setChallenge(
  trx: Trx,
  id: string,
  challenge: SessionWait['challenge'],
): Promise<void> {
  await trx
    .updateTable('staff_sessions')
    .set({ challenge: challenge?.text ?? null, challenge_at: challenge?.at ?? null })
    .where('id', '=', id)
    .execute()
}

/** Takes the challenge out, so that it is answered once. False where it is no longer there. */
export async function takeChallenge(trx: Trx, id: string, text: string): Promise<boolean> {
  const result = await trx
    .updateTable('staff_sessions')
    .set({ challenge: null, challenge_at: null })
    .where('id', '=', id)
    .where('challenge', '=', text)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function setOfferedTotp(
  trx: Trx,
  id: string,
  sealed: Buffer | undefined,
): Promise<void> {
  await trx
    .updateTable('staff_sessions')
    .set({ offered_totp: orNull(sealed) })
    .where('id', '=', id)
    .execute()
}

export async function setSessionUsed(trx: Trx, id: string, at: number): Promise<void> {
  await trx.updateTable('staff_sessions').set({ used_at: at }).where('id', '=', id).execute()
}

export async function setConfirmed(trx: Trx, id: string, at: number): Promise<void> {
  await trx.updateTable('staff_sessions').set({ confirmed_at: at }).where('id', '=', id).execute()
}

/** Tells whether there was one. */
export async function deleteSession(trx: Trx, memberId: string, id: string): Promise<boolean> {
  const result = await trx
    .deleteFrom('staff_sessions')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** How many were ended. */
export async function deleteSessionsOf(
  trx: Trx,
  memberId: string,
  except?: string,
): Promise<number> {
  const result = await trx
    .deleteFrom('staff_sessions')
    .where('member_id', '=', memberId)
    .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Those begun before `instant`, whatever became of them. */
export async function deleteSessionsBefore(trx: Trx, instant: number): Promise<number> {
  const result = await trx
    .deleteFrom('staff_sessions')
    .where('created_at', '<', instant)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

function toSession(row: Pick<StaffSessionTable, (typeof sessionColumns)[number]>): Session {
  return {
    id: row.id,
    memberId: row.member_id,
    stage: row.stage,
    createdAt: row.created_at,
    usedAt: row.used_at,
    confirmedAt: orUndefined(row.confirmed_at),
    clientAddress: row.client_address,
    browser: row.browser,
  }
}
