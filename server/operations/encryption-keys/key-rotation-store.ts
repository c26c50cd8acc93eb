// The queries of `key_rotations`: how far each has come.

import { changesAny } from '../../db/changed-rows.ts'
import { orUndefined } from '../../db/columns.ts'
import type { Reader, Trx } from '../../db/transaction.ts'
import type { KeyRotation } from './key-rotation.ts'

export async function insertRotation(
  trx: Trx,
  { keyId, purpose }: Pick<KeyRotation, 'keyId' | 'purpose'>,
  nowMs: number,
): Promise<void> {
  await trx
    .insertInto('key_rotations')
    .values({
      key_id: keyId,
      purpose,
      started_at: nowMs,
      moved_at: nowMs,
      position: '',
      rows_read: 0,
      rows_changed: 0,
      rows_failed: 0,
      changed_in_pass: 0,
      reencrypted_at: null,
      last_pass_from: null,
      finished_at: null,
    })
    .execute()
}

/** Newest first. */
export async function listRotations(db: Reader): Promise<readonly KeyRotation[]> {
  const rows = await db
    .selectFrom('key_rotations')
    .innerJoin('purpose_keys', 'purpose_keys.id', 'key_rotations.key_id')
    .selectAll('key_rotations')
    .select('purpose_keys.used_from')
    .orderBy('key_rotations.started_at', 'desc')
    .orderBy('key_rotations.key_id')
    .execute()
  return rows.map((row) => ({
    keyId: row.key_id,
    purpose: row.purpose,
    startedAt: row.started_at,
    movedAt: row.moved_at,
    usedFrom: row.used_from,
    position: row.position,
    rowsRead: row.rows_read,
    rowsChanged: row.rows_changed,
    rowsFailed: row.rows_failed,
    changedInPass: row.changed_in_pass,
    reencryptedAt: orUndefined(row.reencrypted_at),
    lastPassFrom: orUndefined(row.last_pass_from),
    finishedAt: orUndefined(row.finished_at),
  }))
}

interface RotationProgress
  extends Omit<KeyRotation, 'keyId' | 'purpose' | 'startedAt' | 'usedFrom'> {}

/** Returns false if another process has moved the rotation on since `from` was read. */
export async function moveRotation(
  trx: Trx,
  from: KeyRotation,
  to: Partial<RotationProgress> & Pick<RotationProgress, 'movedAt'>,
): Promise<boolean> {
  const next = { ...from, ...to }
  return changesAny(
    trx
      .updateTable('key_rotations')
      .set({
        moved_at: next.movedAt,
        position: next.position,
        rows_read: next.rowsRead,
        rows_changed: next.rowsChanged,
        rows_failed: next.rowsFailed,
        changed_in_pass: next.changedInPass,
        reencrypted_at: next.reencryptedAt ?? null,
        last_pass_from: next.lastPassFrom ?? null,
        finished_at: next.finishedAt ?? null,
      })
      .where('key_id', '=', from.keyId)
      .where('position', '=', from.position)
      .where('rows_read', '=', from.rowsRead)
      .where('finished_at', 'is', null),
  )
}
