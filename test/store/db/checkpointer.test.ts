import assert from 'node:assert/strict'
import { existsSync, statSync } from 'node:fs'
import { describe, type TestContext, test } from 'node:test'
import { createCheckpointer } from '../../../server/db/checkpointer.ts'
import { openConnection } from '../../../server/db/connection.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { silentLog } from '../../../server/kernel/log.ts'
import { captureLog } from '../../support/captured-log.ts'
import { startProgram } from '../../support/child-program.ts'
import { openAgain, openTestDatabase } from '../../support/database.ts'
import { readNotes, writeNote } from '../../support/notes.ts'

const pageBytes = 4096
const small = { copyPages: 20, renewPages: 80, boundPages: 320, waitMs: 5_000 }
const pagesPerNote = 10

describe('checkpoints in a thread', () => {
  test('keep the log short under constant writing, and closing removes it', async (t) => {
    const { db, file } = await openTestDatabase(t)
    db.runInThreads(silentLog)
    for (let round = 0; round < 60; round += 1) {
      const notes = Array.from({ length: 10 }, (_, index) => `${round} ${index}`)
      await Promise.all(
        notes.map((note) => inTransaction(db, (trx) => writeNote(trx, note, 200_000))),
      )
    }
    // 120 MB were written; without checkpoints the log would be as long. Its bound is 64 MiB and a few commits.
    assert.ok(statSync(`${file}-wal`).size < 90_000_000, `${statSync(`${file}-wal`).size}`)
    assert.equal(db.raw.pragma('wal_autocheckpoint', { simple: true }), 0)
    await db.close()
    assert.ok(!existsSync(`${file}-wal`))
    const again = openAgain(t, file)
    assert.equal(readNotes(again).length, 600)
    assert.equal(again.raw.pragma('integrity_check', { simple: true }), 'ok')
  })

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

  test('are taken over by the commits while no thread works', async (t) => {
    const scene = await openScene(t, small, '/no/such/folder/svc.db')
    await scene.write(5)
    await scene.until(() => scene.of('checkpoint_failed').length === 1)
    assert.equal(scene.db.raw.pragma('wal_autocheckpoint', { simple: true }), 1000)
  })

  test('lose nothing when the process is killed', async (t) => {
    const { db, file } = await openTestDatabase(t)
    const acknowledged: unknown[] = []
    const program = new URL('programs/write-checkpointed.ts', import.meta.url)
    for (let round = 0; round < 5; round += 1) {
      const child = startProgram(t, program, [file, `round ${round}`])
      acknowledged.push(await child.nextLine())
      const killer = setTimeout(() => child.kill('SIGKILL'), 150 + 150 * round)
      for (;;) {
        const line = await child.nextLine()
        if (line === undefined) break
        acknowledged.push(line)
      }
      clearTimeout(killer)
      const stored = new Set(readNotes(db))
      assert.deepEqual(
        acknowledged.filter((note) => !stored.has(note)),
        [],
      )
      assert.equal(db.raw.pragma('integrity_check', { simple: true }), 'ok')
    }
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
  const pages = () => {
    const row = watching.prepare<[], { log: number }>('pragma wal_checkpoint(NOOP)').get()
    return row?.log ?? 0
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

function pause(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs))
}
