// Finds the verifications that share a person's document number, by the search index.

import type { Reader } from '../db/transaction.ts'

/** Returns this verification's id and those with the same number in the same environment, oldest first. */
export async function listSameNumber(db: Reader, id: string): Promise<readonly string[]> {
  const own = await db
    .selectFrom('verifications')
    .select(['environment', 'id_number_index'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (own === undefined || own.id_number_index === null) return [id]
  const rows = await db
    .selectFrom('verifications')
    .select('id')
    .where('environment', '=', own.environment)
    .where('id_number_index', '=', own.id_number_index)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}
