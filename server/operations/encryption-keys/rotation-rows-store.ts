// Replaces the wrapping of a data key, and the digests of a document number and of a name.

import { orNull } from '../../db/columns.ts'
import type { Trx } from '../../db/transaction.ts'
import type { IndexedRow, WrappedRow } from './rotation-rows-view.ts'

/** Leaves the row alone if it was erased or rewrapped since it was read. */
export async function rewrapDataKey(
  trx: Trx,
  from: WrappedRow,
  to: Omit<WrappedRow, 'subjectId'>,
): Promise<void> {
  await trx
    .updateTable('data_keys')
    .set({ wrapping_key_id: to.wrappingKeyId, wrapped: to.wrapped })
    .where('subject_id', '=', from.subjectId)
    .where('wrapping_key_id', '=', from.wrappingKeyId)
    .execute()
}

/** Leaves the row alone if it was erased or indexed anew since it was read. */
export async function replaceIndex(
  trx: Trx,
  from: IndexedRow,
  to: Pick<IndexedRow, 'index' | 'use'>,
): Promise<void> {
  await trx
    .updateTable('verifications')
    .set({
      id_number_index: to.index,
      number_birth_date_index: orNull(to.use.birthDate),
      number_name_index: orNull(to.use.name),
    })
    .where('id', '=', from.id)
    .where('id_number_index', '=', from.index)
    .execute()
}

/** Leaves the row alone if it was erased or indexed anew since it was read. */
export async function replaceNameIndex(
  trx: Trx,
  { id, nameIndex }: IndexedRow,
  index: Buffer,
): Promise<void> {
  if (nameIndex === undefined) return
  await trx
    .updateTable('verification_names')
    .set({ digest: index })
    .where('verification_id', '=', id)
    .where('digest', '=', nameIndex)
    .execute()
}
