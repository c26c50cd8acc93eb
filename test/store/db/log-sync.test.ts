// SQLite only: its file, its connections or its way to commit.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs, { existsSync, readdirSync, readlinkSync, statSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { describe, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { RawConnection } from '../../../server/db/sqlite/connection.ts'
import { closeGap } from '../../../server/db/sqlite/log-gap.ts'
import { openDb } from '../../../server/db/sqlite/open-db.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { silentLog } from '../../../server/kernel/log.ts'
import { captureLog } from '../../support/captured-log.ts'
import { openTestDatabase } from '../../support/database.ts'
import { readNotes, writeNote } from '../../support/notes.ts'
import { openSyncScene } from '../../support/scenes/log-sync-scene.ts'

const program = fileURLToPath(new URL('programs/write-synced.ts', import.meta.url))
const preload = new URL('programs/watch-syncs.ts', import.meta.url).href

describe('a commit', () => {
  test('is acknowledged once the disk has it, and holds up nobody but the next commit', async (t) => {
    const scene = await openSyncScene(t)
    const [first, second] = [scene.write('a'), scene.write('b', { afterTurns: 5 })]
    await scene.turns(20)
    assert.deepEqual([scene.isDone(first), scene.isDone(second)], [false, false])
    assert.equal(scene.disk.asked.length, 1, 'the second waits')
    const settled = scene.sync.settled()
    await scene.turns(20)
    assert.equal(scene.isDone(settled), false)
    scene.disk.answer()
    await Promise.all([first, settled])
    await scene.turns(20)
    scene.disk.answer()
    await second
    assert.deepEqual(readNotes(scene.db), ['started', 'a', 'b'])
  })

  for (const [how, error] of [
    ['that the disk refuses', Object.assign(new Error('i/o error'), { code: 'EIO' })],
    ['whose thread dies', Object.assign(new Error('ended'), { code: 'THREAD_ENDED' })],
  ] as const) {
    test(`${how} ends the process, and is answered to nobody`, async (t) => {
      const scene = await openSyncScene(t)
      const refused = [scene.write('a'), scene.sync.settled()]
      await scene.turns(20)
      assert.equal(scene.given.length, 0)
      scene.disk.answer(error)
      await scene.turns(20)
      assert.equal(scene.given.length, 1)
      assert.deepEqual(refused.map(scene.isDone), [false, true])
      assert.equal(scene.of('commit_not_synced').length, 1)
    })
  }

  test('that can be seen already is not on disk before its sync', async (t) => {
    const scene = await openSyncScene(t)
    let settled = Promise.resolve()
    const committed = scene.sync.commit(async () => {
      settled = scene.sync.settled()
    })
    await scene.turns(20)
    assert.equal(scene.isDone(settled), false)
    scene.disk.answer()
    await Promise.all([committed, settled])
  })

  test('that SQLite refuses holds up nobody who waits for the disk', async (t) => {
    const scene = await openSyncScene(t)
    const full = new Error('database or disk is full')
    await assert.rejects(
      scene.sync.commit(() => Promise.reject(full)),
      full,
    )
    const settled = scene.sync.settled()
    await scene.turns(20)
    assert.deepEqual([scene.isDone(settled), scene.disk.asked.length], [true, 0])
  })

  test('under way while the server closes is waited for, and later ones need no thread', async (t) => {
    const scene = await openSyncScene(t)
    const syncsHere = watchSyncsHere(t)
    const first = scene.write('a')
    await scene.turns(20)
    const closing = scene.sync.close()
    await scene.turns(20)
    assert.deepEqual([scene.isDone(closing), scene.disk.isClosing], [false, false])
    scene.disk.answer()
    await first
    await scene.turns(20)
    assert.deepEqual([scene.isDone(closing), scene.disk.isClosing], [false, true])
    await scene.write('b')
    assert.equal(syncsHere.callCount(), 1)
    scene.disk.close()
    await closing
    await scene.write('c')
    assert.equal(syncsHere.callCount(), 1, 'SQLite syncs it')
    assert.deepEqual([scene.disk.asked.length, scene.given.length], [0, 0])
    assert.deepEqual(readNotes(scene.db), ['started', 'a', 'b', 'c'])
  })

  test('is synced by the process itself after its thread died at rest, and a new one is begun', async (t) => {
    const scene = await openSyncScene(t)
    scene.disk.isStarted = false
    for (const name of ['a', 'also a']) await scene.write(name)
    assert.equal(scene.disk.asked.length, 1)
    scene.disk.answer(Object.assign(new Error('no room'), { code: 'ERR_WORKER_INIT_FAILED' }))
    await scene.write('b')
    assert.equal(scene.disk.asked.length, 0, 'it is tried again later')
    assert.deepEqual(readNotes(scene.db), ['started', 'a', 'also a', 'b'])
    assert.equal(scene.of('sync_thread_not_started').length, 1)
    assert.equal(scene.given.length, 0)
  })

  test('is synced by the process itself again once the disk is calm', async (t) => {
    const scene = await openSyncScene(t, { oneMs: 60_000, averageMs: 0.000_01 })
    const asked: number[] = []
    for (let index = 0; index < 400 && asked.at(-1) !== 0; index += 1) {
      const written = scene.write(`note ${index}`)
      await scene.turns(20)
      asked.push(scene.disk.asked.length)
      scene.disk.answer()
      await written
    }
    assert.deepEqual([asked[0], asked.at(-1)], [1, 0])
  })

  test('that waits for the disk for long is logged while it waits', async (t) => {
    const scene = await openSyncScene(t)
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const [first, second] = [scene.write('a'), scene.write('b', { afterTurns: 5 })]
    await scene.turns(20)
    t.mock.timers.tick(4_999)
    scene.disk.answer()
    await first
    await scene.turns(20)
    t.mock.timers.tick(5_000)
    scene.disk.answer()
    await second
    const path = `${scene.file}-wal`
    assert.deepEqual(
      scene.of('commit_sync_waits').map((line) => line.path),
      [path],
    )
  })

  test('needs no thread while the disk takes hardly any time', async (t) => {
    const scene = await openSyncScene(t, { oneMs: 60_000, averageMs: 60_000 })
    for (const name of ['a', 'b', 'c']) await scene.write(name)
    assert.equal(scene.disk.asked.length, 0)
  })
})

describe('a server', () => {
  test('syncs each commit before it acknowledges it, soon in a thread if the disk is slow', async (t) => {
    const { file } = await openTestDatabase(t)
    const { lines, status } = run(file, 40, { SLOW_MS: '25' })
    assert.equal(status, 0)
    const acknowledged = lines.flatMap((line, index) => (/^ack/.test(line) ? [index] : []))
    assert.equal(acknowledged.length, 40)
    for (const index of acknowledged) assert.match(lines[index - 1] ?? '', /^(main|thread) sync$/)
    assert.equal(lines[0], 'main sync')
    assert.deepEqual(lines.slice(-2), ['thread sync', 'settled'])
  })

  test('ends when the disk refuses a commit, and the next process copies the log before it commits', async (t) => {
    const { file, db } = await openTestDatabase(t)
    await db.close()
    const { lines, status } = run(file, 5, { FAIL_AT: '3' })
    assert.deepEqual(
      [status, lines.filter((line) => !line.endsWith('sync'))],
      [null, ['acknowledged 0', 'acknowledged 1', 'commit_not_synced']],
    )
    const [wal, note] = [`${file}-wal`, `${file}-wal-gap`]
    assert.deepEqual([statSync(note).mode & 0o777, statSync(wal).size > 0], [0o600, true])
    assert.throws(() => closeGap(whoseLogIsRead, wal), { code: 'SQLITE_BUSY' })
    assert.equal(existsSync(note), true)
    const again = openDb(file)
    t.after(() => again.close())
    assert.deepEqual([existsSync(note), statSync(wal).size], [false, 0])
    assert.deepEqual(readNotes(again), ['note 0', 'note 1', 'note 2'])
    const { log, of } = captureLog()
    again.runInThreads(log)
    assert.equal(of('log_gap_closed').length, 1)
  })

  test('hands its syncs to SQLite when it closes, and lets the log go', async (t) => {
    const { db, file } = await openTestDatabase(t)
    const level = () => db.raw.pragma('synchronous', { simple: true })
    const before = level()
    db.runInThreads(silentLog)
    assert.deepEqual([before, level()], [2, 1])
    await inTransaction(db, (trx) => writeNote(trx, 'a'))
    await db.synced()
    const set: string[] = []
    const pragma = db.raw.pragma.bind(db.raw)
    db.raw.pragma = (source, options) => {
      set.push(source)
      return pragma(source, options)
    }
    await db.close()
    assert.deepEqual(set, ['synchronous = FULL'])
    const open = readdirSync('/proc/self/fd').map((one) => `/proc/self/fd/${one}`)
    const files = open.filter((link) => existsSync(link)).map((link) => readlinkSync(link))
    assert.deepEqual(
      files.filter((one) => one.startsWith(file)),
      [],
    )
  })
})

describe('a command', () => {
  test('beside a server syncs what the server has written, before it tells others of it', async (t) => {
    const { db } = await openTestDatabase(t)
    const syncsHere = watchSyncsHere(t)
    await db.synced()
    assert.equal(syncsHere.callCount(), 1)
  })
})

/** The syncs of this process and thread. */
function watchSyncsHere(t: TestContext) {
  const { mock } = t.mock.method(fs, 'fdatasyncSync')
  syncBuiltinESMExports()
  t.after(() => {
    mock.restore()
    syncBuiltinESMExports()
  })
  return mock
}

/** SQLite answers a checkpoint with 1 where a reader keeps it from copying all. */
const whoseLogIsRead = {
  pragma: (source: string) => (source.includes('NOOP') ? [] : 1),
} as unknown as RawConnection

function run(file: string, count: number, env: Readonly<Record<string, string>>) {
  const words = [`--import=${preload}`, program, file, String(count)]
  const options = { env: { ...process.env, ...env }, encoding: 'utf8' } as const
  const { stdout, status } = spawnSync(process.execPath, words, options)
  return { lines: stdout.trim().split('\n'), status }
}
