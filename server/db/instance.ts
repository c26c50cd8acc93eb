// The single row of `instance`: the id of the installation and the master key that the database belongs to.

import type { Reader, Trx } from './transaction.ts'

interface Instance {
  readonly id: string
  readonly masterKeyId: string
  /** Of the installation. Not needed to insert it. */
  readonly createdAt?: number
}

export async function findInstance(db: Reader): Promise<Instance | undefined> {
  const row = await db
    .selectFrom('instance')
    .select(['id', 'master_key_id', 'created_at'])
    .executeTakeFirst()
  return row && { id: row.id, masterKeyId: row.master_key_id, createdAt: row.created_at }
}

/** Returns when the installation was made; 0 before its first start. */
export async function findInstanceStart(db: Reader): Promise<number> {
  const row = await db.selectFrom('instance').select('created_at').executeTakeFirst()
  return row?.created_at ?? 0
}

export async function insertInstance(trx: Trx, instance: Instance, nowMs: number): Promise<void> {
  await trx
    .insertInto('instance')
    .values({ only: 1, id: instance.id, master_key_id: instance.masterKeyId, created_at: nowMs })
    .execute()
}

/** Changes nothing, but is refused where no write is taken. */
export async function tryWrite(trx: Trx): Promise<void> {
  await trx.updateTable('instance').set({ only: 1 }).where('only', '=', 0).execute()
}

/** Records that the database belongs to another master key from now on. */
export async function setMasterKeyId(trx: Trx, masterKeyId: string): Promise<void> {
  await trx.updateTable('instance').set({ master_key_id: masterKeyId }).execute()
}
