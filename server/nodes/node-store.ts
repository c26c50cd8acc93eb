// The queries of `nodes`: join, beat, drain, leave.

import { prepare } from '../db/prepared.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import type { Node } from './node.ts'

/** Inserts the row of a node, or replaces it. */
export async function putNode(
  trx: Trx,
  node: Pick<Node, 'id' | 'host' | 'version' | 'schemaVersion' | 'startedAt' | 'masterKeyId'>,
  nowMs: number,
): Promise<void> {
  const { id, host, version, schemaVersion, startedAt, masterKeyId } = node
  const release = { version, schema_version: schemaVersion }
  const own = { host, ...release, started_at: startedAt, master_key_id: masterKeyId }
  const given = { ...own, seen_at: nowMs, beats: 0 }
  await trx
    .insertInto('nodes')
    .values({ id, ...given, draining_since: null })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(given))
    .execute()
}

/** Records a sign of life. Returns false if the node has no row: others deleted it while it was silent. */
export async function beatNode(trx: Trx, beat: Beat): Promise<boolean> {
  return (await beatOne.run(trx, beat)) > 0
}

interface Beat extends Pick<Node, 'id' | 'masterKeyId'> {
  readonly nowMs: number
}

const beatOne = prepare((db, { id, masterKeyId, nowMs }: Beat) =>
  db
    .updateTable('nodes')
    .set((update) => ({
      seen_at: nowMs,
      beats: update('beats', '+', 1),
      master_key_id: masterKeyId,
    }))
    .where('id', '=', id),
)

export async function findBeats(db: Reader, id: string): Promise<number | undefined> {
  const row = await db.selectFrom('nodes').select('beats').where('id', '=', id).executeTakeFirst()
  return row?.beats
}

/** Like `findBeats`. The node cannot beat before the transaction ends. */
export async function holdBeats(trx: Trx, id: string): Promise<number | undefined> {
  const row = await trx
    .selectFrom('nodes')
    .select('beats')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  return row?.beats
}

/** @param since undefined lets the node take work again */
export async function setDraining(trx: Trx, id: string, since: number | undefined): Promise<void> {
  await trx
    .updateTable('nodes')
    .set({ draining_since: since ?? null })
    .where('id', '=', id)
    .execute()
}

export async function deleteNode(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('nodes').where('id', '=', id).execute()
}

/** For a node that is alone: every other one is dead. */
export async function deleteOtherNodes(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('nodes').where('id', '!=', id).execute()
}

/** Deletes a node that has given no sign of life since `beats`. */
export async function deleteSilentNode(
  trx: Trx,
  { id, beats }: Pick<Node, 'id' | 'beats'>,
): Promise<void> {
  await trx.deleteFrom('nodes').where('id', '=', id).where('beats', '=', beats).execute()
}
