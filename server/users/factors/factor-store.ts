// Queries of users' second factors: TOTP secrets, passkeys, recovery codes.

import { z } from 'zod'
import { changesAny } from '../../db/changed-rows.ts'
import { fromJson, orUndefined } from '../../db/columns.ts'
import { countRows } from '../../db/count-rows.ts'
import type { Reader, Trx } from '../../db/transaction.ts'
import type { Passkey } from '../user.ts'

interface EncryptedTotp {
  readonly encrypted: Buffer
  readonly lastStep: number
}

export async function findTotp(db: Reader, userId: string): Promise<EncryptedTotp | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['totp', 'totp_last_step'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!row?.totp || row.totp_last_step === null) return undefined
  return { encrypted: row.totp, lastStep: row.totp_last_step }
}

export async function setTotp(
  trx: Trx,
  userId: string,
  totp: EncryptedTotp | undefined,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ totp: totp?.encrypted ?? null, totp_last_step: totp?.lastStep ?? null, wrong_codes: 0 })
    .where('id', '=', userId)
    .execute()
}

/** Increments the wrong codes in a row and returns them; undefined if there are `most` already. */
export async function addWrongCode(
  trx: Trx,
  userId: string,
  most: number,
): Promise<number | undefined> {
  const row = await trx
    .updateTable('users')
    .set(({ eb }) => ({ wrong_codes: eb('wrong_codes', '+', 1) }))
    .where('id', '=', userId)
    .where('wrong_codes', '<', most)
    .returning('wrong_codes')
    .executeTakeFirst()
  return row?.wrong_codes
}

export async function resetWrongCodes(trx: Trx, userId: string): Promise<void> {
  await trx.updateTable('users').set({ wrong_codes: 0 }).where('id', '=', userId).execute()
}

/** Uses a time step up. Returns false if it, or a later one, was used before. */
export function takeTotpStep(trx: Trx, userId: string, step: number): Promise<boolean> {
  return changesAny(
    trx
      .updateTable('users')
      .set({ totp_last_step: step })
      .where('id', '=', userId)
      .where('totp_last_step', '<', step),
  )
}

export async function insertPasskey(trx: Trx, passkey: Passkey): Promise<void> {
  await trx
    .insertInto('passkeys')
    .values({
      id: passkey.id,
      user_id: passkey.userId,
      name: passkey.name,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: JSON.stringify(passkey.transports),
      created_at: passkey.createdAt,
      last_used_at: null,
    })
    .execute()
}

/** Oldest first. */
export async function listPasskeys(db: Reader, userId: string): Promise<readonly Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    name: row.name,
    publicKey: row.public_key,
    counter: row.counter,
    transports: fromJson(z.array(z.string()), row.transports),
    createdAt: row.created_at,
    lastUsedAt: orUndefined(row.last_used_at),
  }))
}

/** Returns the ids of those users who have a passkey. */
export async function listPasskeyOwners(
  db: Reader,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('passkeys')
    .select('user_id')
    .distinct()
    .where('user_id', 'in', userIds)
    .execute()
  return new Set(rows.map(({ user_id: id }) => id))
}

/** Returns the ids of those users who have an unused recovery code. */
export async function listRecoveryCodeOwners(
  db: Reader,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('recovery_codes')
    .select('user_id')
    .distinct()
    .where('user_id', 'in', userIds)
    .where('used_at', 'is', null)
    .execute()
  return new Set(rows.map(({ user_id: id }) => id))
}

export async function setPasskeyUsed(
  trx: Trx,
  id: string,
  use: { readonly counter: number; readonly at: number },
): Promise<void> {
  await trx
    .updateTable('passkeys')
    .set({ counter: use.counter, last_used_at: use.at })
    .where('id', '=', id)
    .execute()
}

/** Returns whether the user had this passkey. */
export function deletePasskey(trx: Trx, userId: string, id: string): Promise<boolean> {
  return changesAny(trx.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', userId))
}

export async function deletePasskeysOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
}

export async function replaceRecoveryCodes(
  trx: Trx,
  userId: string,
  digests: readonly Buffer[],
): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  if (digests.length === 0) return
  await trx
    .insertInto('recovery_codes')
    .values(digests.map((digest) => ({ digest, user_id: userId, used_at: null })))
    .execute()
}

/** Uses a recovery code up. Returns false if it is not this user's or was used before. */
export function takeRecoveryCode(
  trx: Trx,
  userId: string,
  use: { readonly digest: Buffer; readonly at: number },
): Promise<boolean> {
  return changesAny(
    trx
      .updateTable('recovery_codes')
      .set({ used_at: use.at })
      .where('digest', '=', use.digest)
      .where('user_id', '=', userId)
      .where('used_at', 'is', null),
  )
}

export function countRecoveryCodes(db: Reader, userId: string): Promise<number> {
  return countRows(
    db.selectFrom('recovery_codes').where('user_id', '=', userId).where('used_at', 'is', null),
  )
}
