// Keeps the second factors of the staff: the shared secret of codes, passkeys, recovery codes.

import { z } from 'zod'
import { fromJson, orUndefined } from '../db/columns.ts'
import type { Reader, Trx } from '../db/transaction.ts'

export interface Passkey {
  /** The credential's id, base64url. */
  readonly id: string
  readonly memberId: string
  readonly name: string
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: readonly string[]
  readonly createdAt: number
  readonly lastUsedAt: number | undefined
}

export interface SealedTotp {
  readonly sealed: Buffer
  readonly lastStep: number
}

export async function findTotp(db: Reader, memberId: string): Promise<SealedTotp | undefined> {
  const row = await db
    .selectFrom('staff_members')
    .select(['totp', 'totp_last_step'])
    .where('id', '=', memberId)
    .executeTakeFirst()
  if (!row?.totp || row.totp_last_step === null) return undefined
  return { sealed: row.totp, lastStep: row.totp_last_step }
}

export async function setTotp(
  trx: Trx,
  memberId: string,
  totp: SealedTotp | undefined,
): Promise<void> {
  await trx
    .updateTable('staff_members')
    .set({ totp: totp?.sealed ?? null, totp_last_step: totp?.lastStep ?? null, wrong_codes: 0 })
    .where('id', '=', memberId)
    .execute()
}

/** Counts one more and returns how many there are in a row; undefined where there are `most` already. */
export async function addWrongCode(
  trx: Trx,
  memberId: string,
  most: number,
): Promise<number | undefined> {
  const row = await trx
    .updateTable('staff_members')
    .set(({ eb }) => ({ wrong_codes: eb('wrong_codes', '+', 1) }))
    .where('id', '=', memberId)
    .where('wrong_codes', '<', most)
    .returning('wrong_codes')
    .executeTakeFirst()
  return row?.wrong_codes
}

export async function resetWrongCodes(trx: Trx, memberId: string): Promise<void> {
  await trx
    .updateTable('staff_members')
    .set({ wrong_codes: 0 })
    .where('id', '=', memberId)
    .execute()
}

/** Takes a step once: false where it, or a later one, was taken before. */
export async function takeTotpStep(trx: Trx, memberId: string, step: number): Promise<boolean> {
  const result = await trx
    .updateTable('staff_members')
    .set({ totp_last_step: step })
    .where('id', '=', memberId)
    .where('totp_last_step', '<', step)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function insertPasskey(trx: Trx, passkey: Passkey): Promise<void> {
  await trx
    .insertInto('staff_passkeys')
    .values({
      id: passkey.id,
      member_id: passkey.memberId,
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
export async function listPasskeys(db: Reader, memberId: string): Promise<readonly Passkey[]> {
  const rows = await db
    .selectFrom('staff_passkeys')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    memberId: row.member_id,
    name: row.name,
    publicKey: row.public_key,
    counter: row.counter,
    transports: fromJson(z.array(z.string()), row.transports),
    createdAt: row.created_at,
    lastUsedAt: orUndefined(row.last_used_at),
  }))
}

/** Those of the members who have a passkey. */
export async function listPasskeyOwners(
  db: Reader,
  memberIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (memberIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('staff_passkeys')
    .select('member_id')
    .distinct()
    .where('member_id', 'in', memberIds)
    .execute()
  return new Set(rows.map(({ member_id: id }) => id))
}

/** Those of the members who have a recovery code left. */
export async function listRecoveryCodeOwners(
  db: Reader,
  memberIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (memberIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('staff_recovery_codes')
    .select('member_id')
    .distinct()
    .where('member_id', 'in', memberIds)
    .where('used_at', 'is', null)
    .execute()
  return new Set(rows.map(({ member_id: id }) => id))
}

export async function setPasskeyUsed(
  trx: Trx,
  id: string,
  use: { readonly counter: number; readonly at: number },
): Promise<void> {
  await trx
    .updateTable('staff_passkeys')
    .set({ counter: use.counter, last_used_at: use.at })
    .where('id', '=', id)
    .execute()
}

/** Tells whether there was one. */
export async function deletePasskey(trx: Trx, memberId: string, id: string): Promise<boolean> {
  const result = await trx
    .deleteFrom('staff_passkeys')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function deletePasskeysOf(trx: Trx, memberId: string): Promise<void> {
  await trx.deleteFrom('staff_passkeys').where('member_id', '=', memberId).execute()
}

/** In the place of all that there were. */
export async function replaceRecoveryCodes(
  trx: Trx,
  memberId: string,
  digests: readonly Buffer[],
): Promise<void> {
  await trx.deleteFrom('staff_recovery_codes').where('member_id', '=', memberId).execute()
  if (digests.length === 0) return
  await trx
    .insertInto('staff_recovery_codes')
    .values(digests.map((digest) => ({ digest, member_id: memberId, used_at: null })))
    .execute()
}

/** Takes a code once: false where it is none of this member's, or was used before. */
export async function takeRecoveryCode(
  trx: Trx,
  memberId: string,
  use: { readonly digest: Buffer; readonly at: number },
): Promise<boolean> {
  const result = await trx
    .updateTable('staff_recovery_codes')
    .set({ used_at: use.at })
    .where('digest', '=', use.digest)
    .where('member_id', '=', memberId)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function countRecoveryCodes(db: Reader, memberId: string): Promise<number> {
  const row = await db
    .selectFrom('staff_recovery_codes')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('member_id', '=', memberId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
