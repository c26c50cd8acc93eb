// SQLite only: its file, its connections or its way to commit.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import {
  type CheckpointRequest,
  createCheckpointer,
} from '../../../server/db/sqlite/checkpointer.ts'
import { openConnection, type RawConnection } from '../../../server/db/sqlite/connection.ts'
import { createGathering } from '../../../server/db/sqlite/gather-works.ts'
import { createWriter } from '../../../server/db/sqlite/group-commit.ts'
import { noteGap } from '../../../server/db/sqlite/log-gap.ts'
import { kyselyOver } from '../../../server/db/sqlite/open-db.ts'
import type { Thread } from '../../../server/db/sqlite/thread.ts'
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

  test('are left to the thread while it works, however long the log is', async (t) => {
    const patient = { ...small, copyPages: 3_000, renewPages: 10_000, boundPages: 16_000 }
    const scene = await openScene(t, patient)
    await scene.write(110)
    assert.ok(scene.uncopied() >= 1_000, `${scene.uncopied()} of 1100 pages`)
    await scene.close()
  })

  test('are taken over by the commits while no thread works', async (t) => {
    const thread = threadThatFails('SQLITE_IOERR_WRITE')
    const scene = await openScene(t, small, thread)
    await scene.write(150)
    assert.equal(scene.of('checkpoint_failed').length, 1)
    assert.ok(scene.uncopied() < 1_000, `${scene.uncopied()} of 1500 pages`)
    assert.equal(scene.given.length, 0)
  })

  test('of another process that copies now are no reader that stays for too long', async (t) => {
    const busyElsewhere = threadThat(() => Promise.resolve({ pages: -1, uncopied: 1 }))
    const scene = await openScene(t, { ...small, waitMs: 1 }, busyElsewhere)
    await scene.write(50)
    assert.equal(scene.isHeldUp(), true)
    await scene.close()
    assert.deepEqual(scene.of('wal_over_bound'), [])
  })

  test('are taken over by the commits while no thread can start', async (t) => {
    const thread = { ...threadThatFails('THREAD_ENDED'), isStarted: false }
    const scene = await openScene(t, small, thread)
    await scene.write(30)
    assert.equal(scene.of('checkpoint_failed').length, 1)
    assert.equal(scene.given.length, 0)
  })

  describe('that the disk refuses to sync end the process', () => {
    for (const [who, code] of [
      ['the thread copies', 'SQLITE_IOERR_FSYNC'],
      ['the thread dies before it can say so', 'THREAD_ENDED'],
    ]) {
      test(`where ${who}`, async (t) => {
        const scene = await openScene(t, small, threadThatFails(code))
        const writing = isSettled(scene.write(100))
        await scene.until(() => scene.given.length > 0)
        await pause(100)
        assert.deepEqual([writing(), scene.given.length], [false, 1], 'nobody goes on')
        assert.equal(scene.of('checkpoint_not_synced').length, 1)
        assert.equal(scene.of('checkpoint_failed').length, 0)
      })
    }

    test('where another process copied', async (t) => {
      const scene = await openScene(t)
      noteGap(`${scene.file}-wal`, failure('SQLITE_IOERR_FSYNC'))
      const writing = isSettled(scene.write(1))
      await scene.until(() => scene.given.length > 0)
      await pause(50)
      assert.equal(writing(), false)
    })

    test('but not where the note of another process cannot be read', async (t) => {
      const scene = await openScene(t)
      mkdirSync(`${scene.file}-wal-gap`)
      await scene.write(1)
      assert.equal(scene.given.length, 0)
      await scene.close()
    })

    test('where a commit copies in place of the thread', async (t) => {
      const scene = await openScene(t, small, threadThatFails('SQLITE_IOERR_WRITE'))
      refuseSyncs(t)
      const writing = isSettled(scene.write(150))
      await scene.until(() => scene.given.length > 0)
      await pause(100)
      assert.deepEqual([writing(), scene.given.length], [false, 1])
    })

    test('where the log is emptied', async (t) => {
      const scene = await openScene(t)
      refuseSyncs(t)
      const emptying = isSettled(scene.emptyLog())
      await scene.until(() => scene.given.length > 0)
      await pause(50)
      assert.equal(emptying(), false)
    })

    test('where closing empties the log', async (t) => {
      const scene = await openScene(t, small, threadThatFails('SQLITE_IOERR_FSYNC'))
      const closing = isSettled(scene.close())
      await scene.until(() => scene.given.length > 0)
      await pause(50)
      assert.deepEqual([closing(), scene.given.length], [false, 1])
    })
  })
})

/** As SQLite answers on such a disk. Each is told once: later syncs of the same file succeed. */
const failure = (code: string) => Object.assign(new Error('disk I/O error'), { code })

const threadThatFails = (code = '') => threadThat(() => Promise.reject(failure(code)))

function threadThat(ask: () => Promise<unknown>): Thread<CheckpointRequest> {
  return {
    isStarted: true,
    pending: 0,
    ask: ask as Thread<CheckpointRequest>['ask'],
    close: async () => {},
  }
}

function refuseSyncs(t: TestContext): void {
  const { pragma } = Sqlite.prototype
  const refusing: typeof pragma = function (this: RawConnection, source, options) {
    if (source.startsWith('wal_checkpoint')) throw failure('SQLITE_IOERR_FSYNC')
    return pragma.call(this, source, options)
  }
  t.mock.method(Sqlite.prototype, 'pragma', refusing)
}

function isSettled(promise: Promise<unknown>): () => boolean {
  let settled = false
  const settle = () => {
    settled = true
  }
  void promise.then(settle, settle)
  return () => settled
}

async function openScene(t: TestContext, limits = small, thread?: Thread<CheckpointRequest>) {
  const { db, file } = await openTestDatabase(t)
  const writing = openConnection(file)
  t.after(() => writing.close())
  writing.pragma('wal_autocheckpoint = 0')
  const writer = createWriter(kyselyOver(writing), {
    gathering: createGathering(),
    endSharedReads() {},
    commit: (run) => run(),
    onCommit() {},
    afterCommit: () => undefined,
  })
  const captured = captureLog()
  const given: unknown[] = []
  const giveUp = (reason: unknown) => void given.push(reason)
  const checkpointer = createCheckpointer(
    { writing, file, log: captured.log, giveUp, ...(thread && { thread }) },
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
      await inTransaction(writer, (trx) => writeNote(trx, randomUUID(), pagesPerNote * pageBytes))
    }
  }
  async function until(isReached: () => boolean): Promise<void> {
    while (!isReached()) await pause(5)
  }
  return {
    db,
    file,
    of: captured.of,
    given,
    close: () => checkpointer.close(),
    emptyLog: () => checkpointer.emptyLog(),
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
        await inTransaction(writer, (trx) => writeNote(trx, `${index}`, pagesPerNote * pageBytes))
        await checkpointer.afterCommit()
      }
    },
  }
}
