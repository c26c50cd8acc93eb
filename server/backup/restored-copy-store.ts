// Queries of `restored_copy`: which copy of the installation this data folder is.

import { findInstance } from '../db/instance.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import type { PlaceUser } from './places/place-marker.ts'

/** Returns who this data folder is at a place of backups. @throws Error before the first start of the installation */
export async function readPlaceUser(db: Reader): Promise<PlaceUser> {
  const instance = await findInstance(db)
  if (instance === undefined) throw new Error('the database belongs to no installation yet')
  const copy = await db
    .selectFrom('restored_copy')
    .select(['id', 'restored_at', 'backup', 'takes_place_since'])
    .executeTakeFirst()
  return {
    instanceId: instance.id,
    // An installation that was never restored has one copy, which is the installation itself.
    copyId: copy?.id ?? instance.id,
    restored: copy && { at: copy.restored_at, backup: copy.backup },
    takesPlace: copy?.takes_place_since != null,
  }
}

interface RestoredCopy {
  readonly id: string
  readonly restoredAt: number
  /** Name of the backup. */
  readonly backup: string
}

/** Marks the database as a copy of its own. */
export async function markRestored(trx: Trx, copy: RestoredCopy): Promise<void> {
  const values = {
    id: copy.id,
    restored_at: copy.restoredAt,
    backup: copy.backup,
    takes_place_since: null,
  }
  await trx
    .insertInto('restored_copy')
    .values({ only: 1, ...values })
    .onConflict((conflict) => conflict.column('only').doUpdateSet(values))
    .execute()
}

/**
 * Says that this copy is the installation from now on, so that it takes over the place of the backups when it next
 * uses it. Does nothing in an installation that was never restored.
 */
export async function askForPlace(trx: Trx, nowMs: number): Promise<void> {
  await trx.updateTable('restored_copy').set({ takes_place_since: nowMs }).execute()
}

/** Forgets the wish to take the place over, because it was done. */
export async function forgetPlaceAsked(trx: Trx): Promise<void> {
  await trx.updateTable('restored_copy').set({ takes_place_since: null }).execute()
}
