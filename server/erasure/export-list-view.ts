// Lists exports of persons' data, newest first, and counts those whose folder nobody has deleted in time.

import type { Reader } from '../db/transaction.ts'
import { dayMs } from '../kernel/durations.ts'
import { type SubjectExport, toExport } from './subject-export-store.ts'

/** An answer to a person is handed over within the month that laws give for it; then the folder has no purpose. */
export const exportKeptMsMax = 30 * dayMs

/** @param isOpen only those whose folder is not stated to be deleted */
export async function listExports(
  db: Reader,
  { isOpen, countMax }: { readonly isOpen: boolean; readonly countMax: number },
): Promise<readonly SubjectExport[]> {
  const rows = await db
    .selectFrom('subject_exports')
    .selectAll()
    .$if(isOpen, (query) => query.where('deleted_at', 'is', null))
    .orderBy('id', 'desc')
    .limit(countMax)
    .execute()
  return rows.map(toExport)
}

/** Returns the ids of exports that are older than `exportKeptMsMax` and not stated to be deleted, at most 20. */
export async function listLateExports(db: Reader, nowMs: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('subject_exports')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('made_at', '<', nowMs - exportKeptMsMax)
    .orderBy('id')
    .limit(20)
    .execute()
  return rows.map(({ id }) => id)
}
