// Moves an installation from one database to another: copies every table, checks that both are equal and that the keys
// open what the copy holds, and marks the source as left. A move that was cut off goes on where it ended.

import { recordAudit } from '../../audit/record-audit.ts'
import { openKeyringOf } from '../../data-keys/key-holder.ts'
import { deleteMove, findMove, insertMove } from '../../db/database-move.ts'
import { inTransaction } from '../../db/transaction.ts'
import { pauseOutgoing } from '../../egress/pause-outgoing.ts'
import { checkCopy } from './check-copy.ts'
import { copyAllTables } from './copy-all-tables.ts'
import type { MovedDatabase, MoveNeeds, MoveOrder, MoveResult } from './move.ts'
import { prepareMove } from './prepare-move.ts'

/**
 * The caller holds the lock of the data folders.
 * @throws MoveRefusedError, MigrationError, MasterKeyError, errors of the databases, the reason of `signal`
 */
export async function moveDatabase(needs: MoveNeeds, order: MoveOrder): Promise<MoveResult> {
  const { source, target } = needs
  const begun = await prepareMove(needs)
  if (begun.isSourceLeft) {
    if (!begun.isArrived) await arrive(needs, order)
    return { rowsCopied: 0, isResumed: true, tables: [], check: undefined }
  }
  const { rowsCopied, tables } = await copyAllTables(needs, order, begun.isResumed)
  await order.placeImages()
  const check = await checkCopy(needs, order)
  await target.side.analyse()
  // The source first: after a crash in between neither is served, and the same command goes on here.
  if (!order.keepsSource) await source.lock?.confirm()
  if (!order.keepsSource) await leave(source, begun.installationId, needs)
  await arrive(needs, order)
  return { rowsCopied, isResumed: begun.isResumed, tables, check }
}

async function leave(
  { db }: MovedDatabase,
  installationId: string,
  { clock, target }: MoveNeeds,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    if ((await findMove(trx)) !== undefined) return
    const changedAt = clock.now()
    await insertMove(trx, { state: 'left', installationId, otherPlace: target.place, changedAt })
  })
}

async function arrive(
  { clock, masterKeys, target: { db } }: MoveNeeds,
  { by, keepsSource }: MoveOrder,
): Promise<void> {
  const keyring = await openKeyringOf(db, masterKeys, clock.now())
  await inTransaction(db, async (trx) => {
    await deleteMove(trx)
    if (keepsSource) await pauseOutgoing(trx, clock, 'svc db copy --keep-source')
    await recordAudit({ keyring, clock }, trx, { by, action: 'database.moved' })
  })
}
