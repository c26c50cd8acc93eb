// The single row of `instance`: the id of the installation and the master key that the database belongs to.

import type { Reader, Trx } from './transaction.ts'

export interface Instance {
  readonly id: string
  readonly masterKeyId: string
}

export async function findInstance(db: Reader): Promise<Instance | undefined> {
  const row = await db.selectFrom('instance').select(['id', 'master_key_id']).executeTakeFirst()
  return row && { id: row.id, masterKeyId: row.master_key_id }
}

export async function insertInstance(trx: Trx, instance: Instance, nowMs: number): Promise<void> {
  await trx
    .insertInto('instance')
    .values({ only: 1, id: instance.id, master_key_id: instance.masterKeyId, created_at: nowMs })
    .execute()
}
