// SQLite only: its log and its index.

import assert from 'node:assert/strict'
import { closeSync, copyFileSync, existsSync, openSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { openConnection } from '../../../server/db/sqlite/connection.ts'
import { noteGap } from '../../../server/db/sqlite/log-gap.ts'
import { openDb } from '../../../server/db/sqlite/open-db.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { startProgram } from '../../support/child-program.ts'
import { openTestDatabase } from '../../support/database.ts'
import { readNotes, writeNote } from '../../support/notes.ts'

const pageBytes = 4096

describe('after the disk lost pages of a checkpoint that had copied a part of the log', () => {
  test('the next process copies the whole log anew', async (t) => {
    const { db, file, folder } = await copyPart(t)
    // The process is gone, and with it the index of the log.
    const left = join(folder, 'left.db')
    for (const end of ['', '-wal']) copyFileSync(`${file}${end}`, `${left}${end}`)
    losePage(left)
    noteGap(`${left}-wal`, refused)
    const again = openDb(left)
    t.after(() => again.close())
    assert.deepEqual([existsSync(`${left}-wal-gap`), statSync(`${left}-wal`).size], [false, 0])
    assert.deepEqual(readNotes(again), readNotes(db))
    assert.equal(again.raw.pragma('integrity_check', { simple: true }), 'ok')
  })

  test('no process starts while another one still counts them as copied', async (t) => {
    const { file } = await copyPart(t)
    losePage(file)
    noteGap(`${file}-wal`, refused)
    assert.throws(() => openDb(file), { code: 'SQLITE_BUSY', message: /database open/ })
    assert.equal(existsSync(`${file}-wal-gap`), true)
  })
})

describe('a command', () => {
  test('keeps the log short', async (t) => {
    const { db, file } = await openTestDatabase(t)
    for (let index = 0; index < 8; index += 1) {
      await inTransaction(db, (trx) => writeNote(trx, `note ${index}`, 2_000_000))
    }
    assert.equal(db.raw.pragma('wal_autocheckpoint', { simple: true }), 0)
    assert.ok(statSync(`${file}-wal`).size < 8_000_000, `${statSync(`${file}-wal`).size}`)
  })

  test('whose copy of the log the disk refuses to sync ends, and the next process copies all', async (t) => {
    const { db, file } = await openTestDatabase(t)
    await db.close()
    const child = startProgram(t, new URL('programs/write-refused.ts', import.meta.url), [file])
    const written: unknown[] = []
    for (let line = await child.nextLine(); line !== undefined; line = await child.nextLine()) {
      written.push(line)
    }
    const { status, errors } = await child.ended
    assert.equal(status, 'SIGKILL')
    assert.match(errors, /^error: The disk refused to sync .*svc\.db\. /)
    assert.equal(existsSync(`${file}-wal-gap`), true)
    const again = openDb(file)
    t.after(() => again.close())
    assert.deepEqual(readNotes(again).slice(0, written.length), written)
    assert.equal(existsSync(`${file}-wal-gap`), false)
  })

  test('leaves the note for the next process also when nobody reads its stderr', async (t) => {
    const { db, file } = await openTestDatabase(t)
    await db.close()
    const child = startProgram(t, new URL('programs/write-refused.ts', import.meta.url), [file])
    child.closeErrors()
    assert.equal((await child.ended).status, 'SIGKILL')
    assert.equal(existsSync(`${file}-wal-gap`), true)
  })
})

const refused = Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_FSYNC' })

async function copyPart(t: TestContext) {
  const opened = await openTestDatabase(t)
  const { db, file } = opened
  const write = (name: string) => inTransaction(db, (trx) => writeNote(trx, name, 10 * pageBytes))
  await write('copied')
  const reader = openConnection(file)
  reader.exec('begin; select count(*) from data_keys')
  await write('not copied')
  const [state] = db.raw.pragma('wal_checkpoint(PASSIVE)') as {
    log: number
    checkpointed: number
  }[]
  assert.ok(state !== undefined && state.checkpointed > 0 && state.checkpointed < state.log)
  reader.close()
  return opened
}

/** The last page that the log appended to the database: it was copied, and nothing has synced it. */
function losePage(file: string): void {
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, Buffer.alloc(pageBytes, 255), 0, pageBytes, statSync(file).size - pageBytes)
  closeSync(descriptor)
}
