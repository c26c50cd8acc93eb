// SQLite only: its file, its connections or its way to commit.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { busyTimeoutMs, openConnection } from '../../../server/db/sqlite/connection.ts'
import type { OpenedDb } from '../../../server/db/sqlite/open-db.ts'
import { storageTroubleOf } from '../../../server/db/storage-trouble.ts'
import { inTransaction, type Trx } from '../../../server/db/transaction.ts'
import { isUniqueViolation } from '../../../server/db/unique-violation.ts'
import { openAgain, openTestDatabase } from '../../support/database.ts'
import { countNotes, readNotes, writeNote } from '../../support/notes.ts'

describe('a transaction', () => {
  test('gives back what its work returns, and everybody can read what it wrote', async (t) => {
    const { db, file } = await openTestDatabase(t)
    const result = await inTransaction(db, async (trx) => {
      await writeNote(trx, 'a')
      return 'done'
    })
    assert.equal(result, 'done')
    assert.equal(await countNotes(db.reader), 1)
    assert.equal(await countNotes(openAgain(t, file).reader), 1)
  })

  test('reads its own writes, which nobody else sees before the commit', async (t) => {
    const { db } = await openTestDatabase(t)
    const seen = await inTransaction(db, async (trx) => {
      await writeNote(trx, 'a')
      return { inside: await countNotes(trx), outside: await countNotes(db.reader) }
    })
    assert.deepEqual(seen, { inside: 1, outside: 0 })
  })

  test('has the write lock from its beginning, so that reading first never costs it the write', async (t) => {
    const { db, file } = await openTestDatabase(t)
    const other = openConnection(file)
    t.after(() => other.close())
    other.pragma('busy_timeout = 0')
    await inTransaction(db, async (trx) => {
      await countNotes(trx)
      assert.throws(
        () => other.exec('begin immediate'),
        (error) => storageTroubleOf(error) === 'busy',
      )
      await writeNote(trx, 'a')
    })
    assert.deepEqual(readNotes(db), ['a'])
  })

  test('whose work throws leaves nothing, and the error comes out as it was thrown', async (t) => {
    const { db } = await openTestDatabase(t)
    const broken = new Error('broken')
    const work = inTransaction(db, async (trx) => {
      await writeNote(trx, 'a')
      throw broken
    })
    await assert.rejects(work, (error) => error === broken)
    assert.deepEqual(readNotes(db), [])
  })

  test('whose query fails has an error that names the cause', async (t) => {
    const { db } = await openTestDatabase(t)
    await inTransaction(db, (trx) => writeNote(trx, 'a'))
    const again = inTransaction(db, (trx) => writeNote(trx, 'a'))
    await assert.rejects(
      again,
      (error) => isUniqueViolation(error) && storageTroubleOf(error) === undefined,
    )
  })

  test('within a transaction is refused at once instead of waiting for itself for ever', async (t) => {
    const { db } = await openTestDatabase(t)
    const outer = inTransaction(db, async (trx) => {
      await writeNote(trx, 'outer')
      const inner = inTransaction(db, (innerTrx) => writeNote(innerTrx, 'inner'))
      await assert.rejects(inner, /pass its trx on/)
      return 'outer done'
    })
    assert.equal(await outer, 'outer done')
    assert.deepEqual(readNotes(db), ['outer'])
    await inTransaction(db, (trx) => writeNote(trx, 'after'))
    assert.deepEqual(readNotes(db), ['outer', 'after'])
  })
})

describe('transactions that come together', () => {
  test('are undone one by one: of fifty, the third of each three throws and only that is gone', async (t) => {
    const { db } = await openTestDatabase(t)
    const throws = (index: number) => index % 3 === 2
    const names = Array.from({ length: 50 }, (_, index) => `note ${index}`)
    const outcomes = await Promise.allSettled(
      names.map((name, index) =>
        inTransaction(db, async (trx) => {
          await writeNote(trx, name)
          if (throws(index)) throw new Error(name)
          return name
        }),
      ),
    )
    outcomes.forEach((outcome, index) => {
      if (outcome.status === 'fulfilled') assert.equal(outcome.value, names[index])
      else assert.equal(outcome.reason.message, names[index])
      assert.equal(outcome.status, throws(index) ? 'rejected' : 'fulfilled')
    })
    assert.deepEqual(
      readNotes(db),
      names.filter((_, index) => !throws(index)),
    )
  })

  test('keep their order and see those before them, over several commits', async (t) => {
    const { db } = await openTestDatabase(t)
    const names = Array.from({ length: 200 }, (_, index) => `note ${index}`)
    const counts = await Promise.all(
      names.map((name) =>
        inTransaction(db, async (trx) => {
          await writeNote(trx, name)
          return countNotes(trx)
        }),
      ),
    )
    assert.deepEqual(readNotes(db), names)
    assert.deepEqual(
      counts,
      names.map((_, index) => index + 1),
    )
  })

  test('are answered only after their commit: not one while another of them still writes', async (t) => {
    const { db, file } = await openTestDatabase(t)
    const elsewhere = openAgain(t, file)
    const answered: string[] = []
    const heardByTheLast: string[][] = []
    const write = (name: string) =>
      inTransaction(db, async (trx) => {
        await writeNote(trx, name)
        if (name === 'last') heardByTheLast.push([...answered])
      }).then(() => {
        answered.push(name)
        assert.equal(readNotes(elsewhere).length, 3, 'on disk for another connection')
      })
    await Promise.all(['first', 'second', 'last'].map(write))
    assert.deepEqual(heardByTheLast, [[]])
    assert.deepEqual(answered, ['first', 'second', 'last'])
  })
})

/** Fires `bad` between two good works; gives back how each of the three ended. */
async function withNeighbours(db: OpenedDb, bad: (trx: Trx) => Promise<void>): Promise<string[]> {
  const works = [(trx: Trx) => writeNote(trx, 'before'), bad, (trx: Trx) => writeNote(trx, 'after')]
  const outcomes = await Promise.allSettled(works.map((work) => inTransaction(db, work)))
  return outcomes.map(({ status }) => status)
}

async function assertStillWrites(db: OpenedDb): Promise<void> {
  await inTransaction(db, (trx) => writeNote(trx, 'later'))
  assert.ok(readNotes(db).includes('later'))
}

const allRejected = ['rejected', 'rejected', 'rejected']

const isFull = (error: unknown) => storageTroubleOf(error) === 'full'
const isBusy = (error: unknown) => storageTroubleOf(error) === 'busy'

describe('a commit that fails', () => {
  test('is the failure of every work in it, leaves nothing, and the next goes through', async (t) => {
    const { db } = await openTestDatabase(t)
    const outcomes = await withNeighbours(db, async (trx) => {
      db.raw.pragma('defer_foreign_keys = ON')
      await trx
        .insertInto('provider_jobs')
        .values({
          verification_id: 'ver_none',
          provider: 'smile-id',
          job_id: 'job',
          user_id: 'user',
          created_at: 0,
        })
        .execute()
    })
    assert.deepEqual(outcomes, allRejected)
    assert.deepEqual(readNotes(db), [])
    await assertStillWrites(db)
  })

  test('because the transaction ended by itself: the same', async (t) => {
    const { db } = await openTestDatabase(t)
    const outcomes = await withNeighbours(db, async () => {
      db.raw.exec('rollback')
    })
    assert.deepEqual(outcomes, allRejected)
    assert.deepEqual(readNotes(db), [])
    await assertStillWrites(db)
  })
})

describe('a full disk', () => {
  test('fails what does not fit; what was answered well is there, and space brings writing back', async (t) => {
    const { db } = await openTestDatabase(t)
    db.raw.pragma(`max_page_count = ${Number(db.raw.pragma('page_count', { simple: true })) + 2}`)
    const outcomes = await withNeighbours(db, (trx) => writeNote(trx, 'huge', 1_000_000))
    assert.equal(outcomes[1], 'rejected')
    const written = ['before', 'huge', 'after'].filter((_, at) => outcomes[at] === 'fulfilled')
    assert.deepEqual(readNotes(db), written)

    const alone = inTransaction(db, (trx) => writeNote(trx, 'huge', 1_000_000))
    await assert.rejects(alone, isFull)
    db.raw.pragma('max_page_count = 1000000')
    await assertStillWrites(db)
  })
})

describe('a lock that another process holds', () => {
  test('longer than the busy timeout is passing trouble, after which writing goes on', async (t) => {
    const { db, file } = await openTestDatabase(t)
    db.raw.pragma('busy_timeout = 0')
    const other = openConnection(file)
    t.after(() => other.close())
    other.exec('begin immediate')
    await assert.rejects(
      inTransaction(db, (trx) => writeNote(trx, 'a')),
      isBusy,
    )
    other.exec('commit')
    await assertStillWrites(db)
  })

  test('is waited for without holding up the process, by every transaction', async (t) => {
    const { db, file } = await openTestDatabase(t)
    const other = openConnection(file)
    t.after(() => other.close())
    for (const note of ['a', 'b']) {
      other.exec('begin immediate')
      const written = inTransaction(db, (trx) => writeNote(trx, note))
      // Only a free event loop lets this process give the lock back before the writer gives up.
      await pause(20)
      assert.ok(!readNotes(db).includes(note))
      other.exec('commit')
      await written
      assert.equal(db.raw.pragma('busy_timeout', { simple: true }), busyTimeoutMs)
    }
    assert.deepEqual(readNotes(db), ['a', 'b'])
  })

  test('does not keep anybody from reading', async (t) => {
    const { db, file } = await openTestDatabase(t)
    await inTransaction(db, (trx) => writeNote(trx, 'a'))
    const other = openConnection(file)
    t.after(() => other.close())
    other.exec('begin exclusive')
    const rows = await db.reader.selectFrom('data_keys').select('subject_id').execute()
    assert.deepEqual(rows, [{ subject_id: 'a' }])
  })
})
