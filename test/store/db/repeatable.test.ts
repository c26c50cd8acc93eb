// SQLite only: its file, its connections or its way to commit.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { createGathering } from '../../../server/db/sqlite/gather-works.ts'
import { createWriter } from '../../../server/db/sqlite/group-commit.ts'
import { kyselyOver } from '../../../server/db/sqlite/open-db.ts'
import {
  addAtCommit,
  afterCommit,
  type Counters,
  inGroupedTransaction,
  inRepeatableTransaction,
  inTransaction,
  oncePerCommit,
  replaceInCommit,
  type Trx,
} from '../../../server/db/transaction.ts'
import { commitsIn, openTestDatabase } from '../../support/database.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { readNotes, writeNote } from '../../support/notes.ts'

async function failAfter(trx: Trx, name: string): Promise<never> {
  await writeNote(trx, name)
  throw new Error(`${name} fails`)
}

const sums: Counters<{ readonly name: string; readonly count: number }> = {
  table: 'usage_counters' as const,
  nameOf: ({ name }) => name,
  add: (one, other) => ({ ...one, count: one.count + other.count }),
  rows: {
    isInLane: false,
    async writeAll(trx, rows) {
      for (const { name, count } of rows) await writeNote(trx, `${name} ${count}`)
    },
  },
}

describe('works that may run twice', () => {
  test('each runs once if none fails', async (t) => {
    const { db } = await openTestDatabase(t)
    const runs: string[] = []
    const write = (name: string) =>
      inRepeatableTransaction(db, async (trx) => {
        runs.push(name)
        await writeNote(trx, name)
      })
    await Promise.all(['a', 'b', 'c'].map(write))
    assert.deepEqual(runs, ['a', 'b', 'c'])
    assert.deepEqual(readNotes(db), ['a', 'b', 'c'])
  })

  test('one that fails takes no other with it, and leaves nothing', async (t) => {
    const { db } = await openTestDatabase(t)
    const woken: string[] = []
    const write = (name: string) =>
      inRepeatableTransaction(db, async (trx) => {
        afterCommit(trx, () => woken.push(name))
        addAtCommit(trx, sums, { name: 'sum', count: 1 })
        if (name === 'b') await failAfter(trx, name)
        await writeNote(trx, name)
        return name
      })
    const settled = await Promise.allSettled(['a', 'b', 'c'].map(write))
    assert.deepEqual(
      settled.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason))),
      ['a', 'Error: b fails', 'c'],
    )
    assert.deepEqual(readNotes(db), ['a', 'c', 'sum 2'])
    assert.deepEqual(woken, ['a', 'c'])
  })

  test('works that may not run twice do not, also beside others that may', async (t) => {
    const { db } = await openTestDatabase(t)
    let runs = 0
    const once = inTransaction(db, async (trx) => {
      runs += 1
      await writeNote(trx, 'once')
    })
    const failing = inRepeatableTransaction(db, (trx) => failAfter(trx, 'b'))
    await Promise.allSettled([once, failing])
    await assert.rejects(failing, /b fails/)
    assert.equal(runs, 1)
    assert.deepEqual(readNotes(db), ['once'])
  })

  test('what they share in a commit is read once, and again after a work failed', async (t) => {
    const { db } = await openTestDatabase(t)
    const seen: string[] = []
    const write = (name: string) =>
      inRepeatableTransaction(db, async (trx) => {
        const before = await oncePerCommit(trx, 'last', async () => 'read')
        replaceInCommit(trx, 'last', name)
        if (name === 'bad') throw new Error('bad fails')
        seen.push(`${name} after ${before}`)
      })
    await Promise.all(['a', 'b', 'c'].map(write))
    assert.deepEqual(seen.splice(0), ['a after read', 'b after a', 'c after b'])
    await Promise.allSettled(['d', 'bad', 'e'].map(write))
    // The last two ran in savepoints.
    assert.deepEqual(seen.splice(0), ['d after read', 'd after read', 'e after read'])
    await Promise.all(['f', 'g'].map(write))
    assert.deepEqual(seen, ['f after read', 'g after f'])
  })

  test('a work beside others shares nothing, so that it reads its own changes', async (t) => {
    const { db } = await openTestDatabase(t)
    const reads = await inTransaction(db, async (trx) => {
      const read = () => oncePerCommit(trx, 'notes', async () => readNotes(db).length)
      const before = await read()
      await writeNote(trx, 'mine')
      return [before, await read()]
    })
    assert.deepEqual(reads, [0, 1])
  })

  test('after a commit that several shared, the next work waits for as many, and they share one', async (t) => {
    const { db, file } = await openTestDatabase(t)
    // The clock stands still, so that only the works that come can end the wait.
    const gathering = createGathering(new ManualClock())
    gathering.measureCommit(100)
    const needs = {
      gathering,
      endSharedReads() {},
      commit: (run: () => Promise<void>) => run(),
      onCommit() {},
      afterCommit: () => undefined,
    }
    const writer = createWriter(kyselyOver(db.raw), needs)
    const write = (name: string) => inGroupedTransaction(writer, (trx: Trx) => writeNote(trx, name))
    await Promise.all(['a', 'b', 'c'].map(write))
    const before = commitsIn(file)
    const first = write('d')
    for (let turn = 0; turn < 10; turn += 1) await turnOfTheLoop()
    assert.equal(readNotes(db).length, 3)
    await Promise.all([first, ...['e', 'f'].map(write)])
    assert.equal(commitsIn(file) - before, 1)
    assert.equal(readNotes(db).length, 6)
  })

  test('a single work that fails runs once and leaves nothing', async (t) => {
    const { db } = await openTestDatabase(t)
    let runs = 0
    const failing = inTransaction(db, async (trx) => {
      runs += 1
      await failAfter(trx, 'a')
    })
    await assert.rejects(failing, /a fails/)
    assert.equal(runs, 1)
    assert.deepEqual(readNotes(db), [])
  })
})
