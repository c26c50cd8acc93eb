// SQLite only: its file, its connections or its way to commit.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createCheckpointer } from '../../../server/db/sqlite/checkpointer.ts'
import { openConnection } from '../../../server/db/sqlite/connection.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { captureLog } from '../../support/captured-log.ts'
import { openTestDatabase } from '../../support/database.ts'
import { readNotes, writeNote } from '../../support/notes.ts'

const pageBytes = 4096
const small = { copyPages: 20, renewPages: 80, nearPages: 40, boundPages: 320, waitMs: 5_000 }
const pagesPerNote = 10

describe('checkpoints in a thread', () => {
  test('wait at the bound for a reader, and begin the log anew once it has ended', async (t) => {
    const scene = await openScene(t)
    const reader = openConnection(scene.file)
    reader.exec('begin; select count(*) from data_keys')
    const writing = scene.write(100)
    await scene.untilPages(small.boundPages)
    const held = await scene.pagesAfter(300)
    assert.ok(held <= small.boundPages + 5 * pagesPerNote, `${held} pages`)
    reader.close()
    await writing
    assert.ok((await scene.pagesAfter(0)) < small.boundPages)
    await scene.close()
    assert.equal(readNotes(scene.db).length, 100)
  })

  test('let the log grow on when a reader stays for too long, and say so', async (t) => {
    const scene = await openScene(t, { ...small, waitMs: 50 })
    const reader = openConnection(scene.file)
    t.after(() => reader.close())
    reader.exec('begin; select count(*) from data_keys')
    await scene.write(100)
    await scene.close()
    const [warning] = scene.of('wal_over_bound')
    assert.ok(Number(warning?.bytes) >= small.boundPages * pageBytes)
    assert.equal(readNotes(scene.db).length, 100)
  })

  test('hold up a commit only when little is left to copy', async (t) => {
    const scene = await openScene(t, { ...small, copyPages: 1_000 })
    await scene.writeUnwatched(10)
    const reader = openConnection(scene.file)
    t.after(() => reader.close())
    reader.exec('begin; select count(*) from data_keys')
    assert.equal(scene.isHeldUp(), false, 'the thread copies beside the commits')
    await scene.until(() => scene.uncopied() === 0)
    // The reader keeps the log from beginning anew by itself.
    await scene.writeUnwatched(1)
    await scene.until(scene.isHeldUp)
    await scene.close()
  })

  test('hold up a commit when copying beside the commits cannot keep up', async (t) => {
    const scene = await openScene(t, { ...small, copyPages: 30, nearPages: 5 })
    await scene.writeUnwatched(12)
    assert.equal(scene.isHeldUp(), true)
    await scene.close()
  })

  test('are taken over by the commits while no thread works', async (t) => {
    const scene = await openScene(t, small, '/no/such/folder/svc.db')
    await scene.write(5)
    await scene.until(() => scene.of('checkpoint_failed').length === 1)
    assert.equal(scene.db.raw.pragma('wal_autocheckpoint', { simple: true }), 1000)
  })
})

async function openScene(t: TestContext, limits = small, threadFile?: string) {
  const { db, file } = await openTestDatabase(t)
  const captured = captureLog()
  const checkpointer = createCheckpointer(
    { writing: db.raw, file: threadFile ?? file, log: captured.log },
    limits,
  )
  const watching = openConnection(file)
  t.after(() => watching.close())
  const state = () =>
    watching
      .prepare<[], { log: number; checkpointed: number }>('pragma wal_checkpoint(NOOP)')
      .get() ?? { log: 0, checkpointed: 0 }
  const pages = () => state().log
  async function writeUnwatched(count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      await inTransaction(db, (trx) => writeNote(trx, randomUUID(), pagesPerNote * pageBytes))
    }
  }
  async function until(isReached: () => boolean): Promise<void> {
    while (!isReached()) await pause(5)
  }
  return {
    db,
    file,
    of: captured.of,
    close: () => checkpointer.close(),
    until,
    writeUnwatched,
    uncopied: () => state().log - state().checkpointed,
    isHeldUp: () => checkpointer.afterCommit() !== undefined,
    untilPages: (count: number) => until(() => pages() >= count),
    async pagesAfter(waitMs: number): Promise<number> {
      await pause(waitMs)
      return pages()
    },
    async write(count: number): Promise<void> {
      for (let index = 0; index < count; index += 1) {
        await inTransaction(db, (trx) => writeNote(trx, `${index}`, pagesPerNote * pageBytes))
        await checkpointer.afterCommit()
      }
    },
  }
}
