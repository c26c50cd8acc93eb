// The queries of `purpose_keys` and `master_keys`.

import type { KeyPurpose, WrappedPurposeKey } from '../crypto/purpose-key.ts'
import { changesAny } from '../db/changed-rows.ts'
import { orUndefined } from '../db/columns.ts'
import { prepare } from '../db/prepared.ts'
import type { Reader, Trx } from '../db/transaction.ts'

export async function insertPurposeKeys(
  trx: Trx,
  keys: readonly WrappedPurposeKey[],
  nowMs: number,
): Promise<void> {
  const rows = keys.map(({ id, purpose, masterKeyId, wrapped, checkValue, usedFrom }) => ({
    id,
    purpose,
    master_key_id: masterKeyId,
    wrapped,
    check_value: checkValue,
    created_at: nowMs,
    used_from: usedFrom,
    destroyed_at: null,
  }))
  await trx.insertInto('purpose_keys').values(rows).execute()
}

/** Returns the keys that were not destroyed. */
export async function listPurposeKeys(db: Reader): Promise<readonly WrappedPurposeKey[]> {
  const rows = await listAll.all(db, {})
  return rows.flatMap(({ wrapped, ...row }) =>
    wrapped === null
      ? []
      : [
          {
            id: row.id,
            purpose: row.purpose,
            masterKeyId: row.master_key_id,
            wrapped,
            checkValue: row.check_value,
            usedFrom: row.used_from,
          },
        ],
  )
}

const listAll = prepare((db) =>
  db
    .selectFrom('purpose_keys')
    .select(['id', 'purpose', 'master_key_id', 'wrapped', 'check_value', 'used_from'])
    .orderBy('id'),
)

/** Replaces the wrapping of one key. Returns false if another process has replaced it since `from` was read. */
export function rewrapPurposeKey(
  trx: Trx,
  from: WrappedPurposeKey,
  to: WrappedPurposeKey,
): Promise<boolean> {
  return changesAny(
    trx
      .updateTable('purpose_keys')
      .set({ master_key_id: to.masterKeyId, wrapped: to.wrapped })
      .where('id', '=', from.id)
      .where('master_key_id', '=', from.masterKeyId),
  )
}

/** Returns the ids of the keys of a purpose that were in use before `before` and still exist. */
export async function listKeysBefore(
  trx: Trx,
  { purpose, before }: { readonly purpose: KeyPurpose; readonly before: number },
): Promise<readonly string[]> {
  const rows = await trx
    .selectFrom('purpose_keys')
    .select('id')
    .where('purpose', '=', purpose)
    .where('used_from', '<', before)
    .where('destroyed_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

export async function destroyKeys(trx: Trx, ids: readonly string[], nowMs: number): Promise<void> {
  await trx
    .updateTable('purpose_keys')
    .set({ wrapped: null, destroyed_at: nowMs })
    .where('id', 'in', ids)
    .execute()
}

/** A master key that this installation uses or has used. */
export interface KnownMasterKey {
  readonly fingerprint: string
  readonly usedSince: number
  /** undefined for the one in use. */
  readonly replacedAt: number | undefined
  readonly escrowConfirmedAt: number | undefined
}

export async function insertMasterKey(trx: Trx, fingerprint: string, nowMs: number): Promise<void> {
  const row = { fingerprint, used_since: nowMs, replaced_at: null, escrow_confirmed_at: null }
  await trx
    .insertInto('master_keys')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('fingerprint').doUpdateSet({ used_since: nowMs, replaced_at: null }),
    )
    .execute()
}

export async function retireMasterKey(trx: Trx, fingerprint: string, nowMs: number): Promise<void> {
  await trx
    .updateTable('master_keys')
    .set({ replaced_at: nowMs })
    .where('fingerprint', '=', fingerprint)
    .execute()
}

export async function setEscrowConfirmed(
  trx: Trx,
  fingerprint: string,
  nowMs: number,
): Promise<void> {
  await trx
    .updateTable('master_keys')
    .set({ escrow_confirmed_at: nowMs })
    .where('fingerprint', '=', fingerprint)
    .execute()
}

/** Newest first. */
export async function listMasterKeys(db: Reader): Promise<readonly KnownMasterKey[]> {
  const rows = await db
    .selectFrom('master_keys')
    .select(['fingerprint', 'used_since', 'replaced_at', 'escrow_confirmed_at'])
    .orderBy('used_since', 'desc')
    .execute()
  return rows.map((row) => ({
    fingerprint: row.fingerprint,
    usedSince: row.used_since,
    replacedAt: orUndefined(row.replaced_at),
    escrowConfirmedAt: orUndefined(row.escrow_confirmed_at),
  }))
}
