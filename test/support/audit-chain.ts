// The chain of a database's audit log, by its rows alone.

import assert from 'node:assert/strict'
import type { Db } from '../../server/db/transaction.ts'

/** Asserts that the log holds so many entries, numbered without a gap, each with the hash of the one before. */
export async function assertChained({ reader }: Pick<Db, 'reader'>, length: number): Promise<void> {
  const rows = await reader
    .selectFrom('audit_entries')
    .select(['sequence', 'hash', 'previous_hash'])
    .orderBy('sequence')
    .execute()
  assert.deepEqual(
    rows.map(({ sequence }) => sequence),
    Array.from({ length }, (_, index) => index + 1),
  )
  for (const [index, { previous_hash }] of rows.slice(1).entries()) {
    assert.equal(previous_hash, rows[index]?.hash)
  }
}
