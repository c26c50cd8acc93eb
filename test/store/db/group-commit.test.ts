// SQLite only: its file, its connections or its way to commit.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createGathering } from '../../../server/db/sqlite/gather-works.ts'
import { createWriter } from '../../../server/db/sqlite/group-commit.ts'
import { kyselyOver } from '../../../server/db/sqlite/open-db.ts'
import { type Db, inTransaction } from '../../../server/db/transaction.ts'
import { commitsIn, openTestDatabase } from '../../support/database.ts'
import { readNotes, writeNote } from '../../support/notes.ts'

async function commitsOf(database: { readonly file: string }, work: () => Promise<unknown>) {
  const before = commitsIn(database.file)
  await work()
  return commitsIn(database.file) - before
}

function write(db: Pick<Db, 'write'>, name: string): Promise<void> {
  return inTransaction(db, (trx) => writeNote(trx, name))
}

/** Fifty names, and each write begun in a callback of its own, as requests come off their sockets. */
function writeInCallbacks(db: Db): Promise<unknown> {
  const writes = Array.from(
    { length: 50 },
    (_, index) =>
      new Promise((resolve, reject) => {
        setImmediate(() => write(db, `note ${index}`).then(resolve, reject))
      }),
  )
  return Promise.all(writes)
}

describe('one commit for many', () => {
  test('works that come one after the other are committed one by one', async (t) => {
    const database = await openTestDatabase(t)
    const commits = await commitsOf(database, async () => {
      for (const name of ['a', 'b', 'c']) await write(database.db, name)
    })
    assert.equal(commits, 3)
  })

  test('fifty works of one callback share one commit', async (t) => {
    const database = await openTestDatabase(t)
    const names = Array.from({ length: 50 }, (_, index) => `note ${index}`)
    const commits = await commitsOf(database, () =>
      Promise.all(names.map((name) => write(database.db, name))),
    )
    assert.equal(commits, 1)
    assert.deepEqual(readNotes(database.db), names)
  })

  test('fifty works of fifty callbacks that are ready together share one commit', async (t) => {
    const database = await openTestDatabase(t)
    const commits = await commitsOf(database, () => writeInCallbacks(database.db))
    assert.ok(commits <= 2, `${commits} commits`)
    assert.equal(readNotes(database.db).length, 50)
  })

  test('works that come one a turn join the commit that waits, but not without end', async (t) => {
    const database = await openTestDatabase(t)
    const writes: Promise<void>[] = []
    const commits = await commitsOf(database, async () => {
      for (let turn = 0; turn < 20; turn += 1) {
        // Begun before the write, so that the next one arrives before the commit looks for it.
        const nextTurn = new Promise(setImmediate)
        writes.push(write(database.db, `note ${turn}`))
        await nextTurn
      }
      await Promise.all(writes)
    })
    assert.ok(commits > 1 && commits <= 6, `${commits} commits`)
    assert.equal(readNotes(database.db).length, 20)
  })

  test('at most 64 share one, so that the first does not wait for a crowd', async (t) => {
    const database = await openTestDatabase(t)
    const commits = await commitsOf(database, () =>
      Promise.all(Array.from({ length: 200 }, (_, index) => write(database.db, `note ${index}`))),
    )
    assert.equal(commits, 4)
  })

  test('others get their turn between commits, however many works wait', async (t) => {
    const { db } = await openTestDatabase(t)
    const writtenAtTurn: number[] = []
    let over = false
    setImmediate(function turn() {
      if (over) return
      writtenAtTurn.push(readNotes(db).length)
      setImmediate(turn)
    })
    await Promise.all(Array.from({ length: 256 }, (_, index) => write(db, `note ${index}`)))
    over = true
    const between = writtenAtTurn.filter((written) => written > 0 && written < 256)
    assert.ok(between.length >= 3, `seen: ${writtenAtTurn}`)
  })

  test('the next one begins only after what follows the one before it', async (t) => {
    const { db } = await openTestDatabase(t)
    const follows = Promise.withResolvers<void>()
    const writer = createWriter(kyselyOver(db.raw), {
      gathering: createGathering(),
      endSharedReads() {},
      commit: (run) => run(),
      onCommit() {},
      afterCommit: () => follows.promise,
    })
    await write(writer, 'a')
    const next = write(writer, 'b')
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
    assert.deepEqual(readNotes(db), ['a'])
    follows.resolve()
    await next
    assert.deepEqual(readNotes(db), ['a', 'b'])
  })
})
