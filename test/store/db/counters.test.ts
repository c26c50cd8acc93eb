// SQLite only: its file, its connections or its way to commit.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  addAtCommit,
  type Counters,
  inOwnCommit,
  inTransaction,
} from '../../../server/db/transaction.ts'
import { commitsIn, openTestDatabase } from '../../support/database.ts'

interface Row {
  readonly name: string
  readonly count: number
}

/** Counters that write down what they would write. */
function openCounters() {
  const written: Row[] = []
  const counters: Counters<Row> = {
    table: 'usage_counters',
    nameOf: ({ name }) => name,
    add: (one, other) => ({ ...one, count: one.count + other.count }),
    rows: { isInLane: false, writeAll: async (_trx, rows) => void written.push(...rows) },
  }
  return { counters, written }
}

describe('counters', () => {
  test('are added up over the transactions of one commit and written once, in the order of their names', async (t) => {
    const { db } = await openTestDatabase(t)
    const { counters, written } = openCounters()
    const names = ['b', 'a', 'b', 'b', 'a']
    await Promise.all(
      names.map((name) =>
        inTransaction(db, async (trx) => addAtCommit(trx, counters, { name, count: 1 })),
      ),
    )
    assert.deepEqual(written, [
      { name: 'a', count: 2 },
      { name: 'b', count: 3 },
    ])
  })

  test('leave out a transaction that is undone', async (t) => {
    const { db } = await openTestDatabase(t)
    const { counters, written } = openCounters()
    const count = (isBroken: boolean) =>
      inTransaction(db, async (trx) => {
        addAtCommit(trx, counters, { name: 'a', count: 1 })
        if (isBroken) throw new Error('broken')
      })
    await Promise.allSettled([count(false), count(true), count(false)])
    assert.deepEqual(written, [{ name: 'a', count: 2 }])
  })

  test('are all written for a transaction that commits alone', async (t) => {
    const { db, file } = await openTestDatabase(t)
    const { counters, written } = openCounters()
    const before = commitsIn(file)
    const seen: number[] = []
    const write = (name: string) =>
      inTransaction(db, async (trx) => {
        await trx.insertInto('audit_once').values({ deduplication_key: name, at: 1 }).execute()
        addAtCommit(trx, counters, { name: 'a', count: 1 })
      })
    await Promise.all([
      write('one'),
      write('two'),
      inOwnCommit(db, async () => void seen.push(written.length, commitsIn(file) - before)),
      write('three'),
    ])
    assert.deepEqual(seen, [1, 1])
    assert.deepEqual(written, [
      { name: 'a', count: 2 },
      { name: 'a', count: 1 },
    ])
  })
})
