// Compares the data keys with the verifications: each key belongs to a verification, and each verification that was not
// erased has one. The first query walks the data keys, the second the whole table of verifications.

import type { AliasedExpression } from 'kysely'
import { countRows } from '../db/count-rows.ts'
import type { Reader } from '../db/transaction.ts'

export interface DataKeyUse {
  /** Data keys without a verification; `ids` has the first of them. */
  readonly unused: Ids
  /** Verifications with encrypted data and without a data key. */
  readonly missing: Ids
}

interface Ids {
  readonly count: number
  readonly ids: readonly string[]
}

const idsMax = 10

export async function readDataKeyUse(db: Reader): Promise<DataKeyUse> {
  const unused = db
    .selectFrom('data_keys')
    .leftJoin('verifications', 'verifications.id', 'data_keys.subject_id')
    .select('data_keys.subject_id as id')
    .where('verifications.id', 'is', null)
  const missing = db
    .selectFrom('verifications')
    .leftJoin('data_keys', 'data_keys.subject_id', 'verifications.id')
    .select('verifications.id')
    .where('data_keys.subject_id', 'is', null)
    // Erasing empties them.
    .where('verifications.claims', '!=', Buffer.alloc(0))
  return {
    unused: await readIds(db, unused.as('found')),
    missing: await readIds(db, missing.as('found')),
  }
}

/** After a loss of data keys there are as many as verifications, so they are counted in the database. */
async function readIds(
  db: Reader,
  found: AliasedExpression<{ readonly id: string }, 'found'>,
): Promise<Ids> {
  const rows = await db.selectFrom(found).select('id').orderBy('id').limit(idsMax).execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length < idsMax) return { count: ids.length, ids }
  return { count: await countRows(db.selectFrom(found)), ids }
}
