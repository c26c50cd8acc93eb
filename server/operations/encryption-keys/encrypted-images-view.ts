// Lists the image files of the database in pages, by id, and the newest verifications that have any; counts them.

import { countRows } from '../../db/count-rows.ts'
import type { Reader } from '../../db/transaction.ts'

export function listImageFiles(db: Reader, after: string, limit: number) {
  return db
    .selectFrom('images')
    .select(['id', 'verification_id as verificationId', 'role', 'file'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export function countImages(db: Reader): Promise<number> {
  return countRows(db.selectFrom('images'))
}

/** Returns at most `limit` ids of verifications. */
export async function listNewestWithImages(db: Reader, limit: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('images')
    .select('verification_id')
    .orderBy('id', 'desc')
    .limit(limit * imagesOfOneMax)
    .execute()
  return [...new Set(rows.map((row) => row.verification_id))].slice(0, limit)
}

/** Front, back and selfie. */
const imagesOfOneMax = 3
