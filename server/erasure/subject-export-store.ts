// The queries of `subject_exports`.

import { orUndefined } from '../db/columns.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import type { SubjectExportTable } from './subject-export-table.ts'

export interface SubjectExport {
  readonly id: string
  readonly verificationId: string
  readonly madeAt: number
  readonly sha256: string
  /** undefined until it was handed over. */
  readonly recipient: string | undefined
  readonly handedOverAt: number | undefined
  /** undefined until somebody stated that the folder is deleted. */
  readonly deletedAt: number | undefined
}

type NewExport = Pick<SubjectExport, 'id' | 'verificationId' | 'madeAt' | 'sha256'>

export async function insertExport(trx: Trx, one: NewExport): Promise<void> {
  const { id, verificationId, madeAt, sha256 } = one
  const open = { recipient: null, handed_over_at: null, deleted_at: null }
  const row = { id, verification_id: verificationId, made_at: madeAt, sha256, ...open }
  await trx.insertInto('subject_exports').values(row).execute()
}

export async function findExport(db: Reader, id: string): Promise<SubjectExport | undefined> {
  const row = await db
    .selectFrom('subject_exports')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toExport(row)
}

export async function setHandedOver(
  trx: Trx,
  id: string,
  { recipient, nowMs }: { readonly recipient: string; readonly nowMs: number },
): Promise<void> {
  await trx
    .updateTable('subject_exports')
    .set({ recipient, handed_over_at: nowMs })
    .where('id', '=', id)
    .execute()
}

export async function setDeleted(trx: Trx, id: string, nowMs: number): Promise<void> {
  await trx.updateTable('subject_exports').set({ deleted_at: nowMs }).where('id', '=', id).execute()
}

export function toExport(row: SubjectExportTable): SubjectExport {
  return {
    id: row.id,
    verificationId: row.verification_id,
    madeAt: row.made_at,
    sha256: row.sha256,
    recipient: orUndefined(row.recipient),
    handedOverAt: orUndefined(row.handed_over_at),
    deletedAt: orUndefined(row.deleted_at),
  }
}
