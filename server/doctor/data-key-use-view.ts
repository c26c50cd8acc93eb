// Compares the data keys with the verifications: each key belongs to a verification, and each verification that was not
// erased has one. Both queries walk a whole index.

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
  const unused = await db
    .selectFrom('data_keys')
    .leftJoin('verifications', 'verifications.id', 'data_keys.subject_id')
    .select('data_keys.subject_id as id')
    .where('verifications.id', 'is', null)
    .orderBy('data_keys.subject_id')
    .execute()
  const missing = await db
    .selectFrom('verifications')
    .leftJoin('data_keys', 'data_keys.subject_id', 'verifications.id')
    .select('verifications.id')
    .where('data_keys.subject_id', 'is', null)
    // Erasing empties them.
    .where('verifications.claims', '!=', Buffer.alloc(0))
    .orderBy('verifications.id')
    .execute()
  return { unused: idsOf(unused), missing: idsOf(missing) }
}

function idsOf(rows: readonly { readonly id: string }[]): Ids {
  return { count: rows.length, ids: rows.slice(0, idsMax).map(({ id }) => id) }
}
