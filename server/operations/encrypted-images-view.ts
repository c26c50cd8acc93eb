// Lists the image files of the database in pages, by id.

import type { Reader } from '../db/transaction.ts'

export async function listImageFiles(db: Reader, after: string, limit: number) {
  const rows = await db
    .selectFrom('images')
    .select(['id', 'verification_id', 'role', 'file'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id, verification_id: verificationId, role, file }) => ({
    id,
    verificationId,
    role,
    file,
  }))
}
