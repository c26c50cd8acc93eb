// Queries of `sessions`. A session is found by the digest of the token in its cookie.

import { changedRows, changesAny } from '../db/changed-rows.ts'
import { orNull, orUndefined } from '../db/columns.ts'
import { ifGiven } from '../db/if-given.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import type { Session } from './user.ts'
import type { SessionTable } from './user-table.ts'

/** What a session stores between two steps of enrolling or using a second factor. */
interface PendingFactor {
  readonly challenge: { readonly text: string; readonly at: number } | undefined
  readonly offeredTotp: Buffer | undefined
}

export async function insertSession(trx: Trx, session: Session, digest: Buffer): Promise<void> {
  await trx
    .insertInto('sessions')
    .values({
      id: session.id,
      digest,
      user_id: session.userId,
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
  'user_id',
  'stage',
  'created_at',
  'used_at',
  'confirmed_at',
  'client_address',
  'browser',
] as const

/** Read on every request and never cached, so that an ended session stops working at once. */
export async function findSessionByDigest(
  db: Reader,
  digest: Buffer,
): Promise<Session | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select(sessionColumns)
    .where('digest', '=', digest)
    .executeTakeFirst()
  return row && toSession(row)
}

export async function findSession(db: Reader, id: string): Promise<Session | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select(sessionColumns)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toSession(row)
}

/** Newest first. */
export async function listSessions(db: Reader, userId: string): Promise<readonly Session[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(sessionColumns)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(toSession)
}

/** Returns the sessions of all these users, in no particular order. */
export async function listSessionsOf(
  db: Reader,
  userIds: readonly string[],
): Promise<readonly Session[]> {
  if (userIds.length === 0) return []
  const rows = await db
    .selectFrom('sessions')
    .select(sessionColumns)
    .where('user_id', 'in', userIds)
    .execute()
  return rows.map(toSession)
}

export async function findPendingFactor(db: Reader, id: string): Promise<PendingFactor> {
  const row = await db
    .selectFrom('sessions')
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
  challenge: PendingFactor['challenge'],
): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ challenge: challenge?.text ?? null, challenge_at: challenge?.at ?? null })
    .where('id', '=', id)
    .execute()
}

/** Removes the challenge, so that it is used once. Returns false if it is no longer there. */
export function takeChallenge(trx: Trx, id: string, text: string): Promise<boolean> {
  return changesAny(
    trx
      .updateTable('sessions')
      .set({ challenge: null, challenge_at: null })
      .where('id', '=', id)
      .where('challenge', '=', text),
  )
}

export async function setOfferedTotp(
  trx: Trx,
  id: string,
  encrypted: Buffer | undefined,
): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ offered_totp: orNull(encrypted) })
    .where('id', '=', id)
    .execute()
}

export async function setSessionUsed(trx: Trx, id: string, at: number): Promise<void> {
  await trx.updateTable('sessions').set({ used_at: at }).where('id', '=', id).execute()
}

export async function setConfirmed(trx: Trx, id: string, at: number): Promise<void> {
  await trx.updateTable('sessions').set({ confirmed_at: at }).where('id', '=', id).execute()
}

/** Returns whether the user had this session. */
export function deleteSession(trx: Trx, userId: string, id: string): Promise<boolean> {
  return changesAny(trx.deleteFrom('sessions').where('id', '=', id).where('user_id', '=', userId))
}

export function deleteSessionsOf(trx: Trx, userId: string, except?: string): Promise<number> {
  return changedRows(
    trx
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .$call(ifGiven(except, (query, value) => query.where('id', '!=', value))),
  )
}

/** Deletes a user's sessions that were created up to `instant`. Returns their number. */
export function deleteSessionsUntil(trx: Trx, userId: string, instant: number): Promise<number> {
  return changedRows(
    trx.deleteFrom('sessions').where('user_id', '=', userId).where('created_at', '<=', instant),
  )
}

export function deleteSessionsBefore(trx: Trx, instant: number): Promise<number> {
  return changedRows(trx.deleteFrom('sessions').where('created_at', '<', instant))
}

function toSession(row: Pick<SessionTable, (typeof sessionColumns)[number]>): Session {
  return {
    id: row.id,
    userId: row.user_id,
    stage: row.stage,
    createdAt: row.created_at,
    usedAt: row.used_at,
    confirmedAt: orUndefined(row.confirmed_at),
    clientAddress: row.client_address,
    browser: row.browser,
  }
}
