// SQLite only: its file, its connections or its way to commit.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { busyTimeoutMs, openConnection } from '../../../server/db/sqlite/connection.ts'
import type { OpenedDb } from '../../../server/db/sqlite/open-db.ts'
import { storageTroubleOf } from '../../../server/db/storage-trouble.ts'
import { inTransaction, type Trx } from '../../../server/db/transaction.ts'
import { openTestDatabase } from '../../support/database.ts'
import { readNotes, writeNote } from '../../support/notes.ts'

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
