// SQLite only: its file, its connections or its way to commit.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, type TestContext, test } from 'node:test'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import { prepare } from '../../../server/db/prepared.ts'
import { openConnection } from '../../../server/db/sqlite/connection.ts'
import type { OpenedDb } from '../../../server/db/sqlite/open-db.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { openTestDatabase } from '../../support/database.ts'
import { writeNote } from '../../support/notes.ts'

describe('the reads of requests that arrive together', () => {
  test('share one snapshot, which ends with the turn of the event loop', async (t) => {
    const { db, other } = await openScene(t)
    await turnOfTheLoop()
    db.shareReads()
    assert.equal(await count(db), 0)
    other.write('of another process')
    assert.equal(await count(db), 0)
    await turnOfTheLoop()
    assert.equal(await count(db), 1)
  })

  test('see what another process committed before the first of them', async (t) => {
    const { db, other } = await openScene(t)
    await turnOfTheLoop()
    db.shareReads()
    other.write('between the arrival and the read')
    assert.equal(await count(db), 1)
  })

  test('do not use the snapshot of requests from a turn before', async (t) => {
    const { db, other } = await openScene(t)
    // What an immediate begins would end with the immediates of the next turn, after the requests of that turn.
    await turnOfTheLoop()
    db.shareReads()
    assert.equal(await count(db), 0)
    other.write('after the first request')
    await nextEvents()
    db.shareReads()
    assert.equal(await count(db), 1)
  })

  test('see the commits of their own process within the turn', async (t) => {
    const { db } = await openScene(t)
    await inTransaction(db, async (trx) => {
      db.shareReads()
      assert.equal(await count(db), 0)
      await writeNote(trx, 'own')
    })
    assert.equal(await count(db), 1)
  })

  test('do not keep the log from being emptied', async (t) => {
    const { db, other } = await openScene(t)
    await turnOfTheLoop()
    other.write('one')
    db.shareReads()
    await count(db)
    other.write('two')
    assert.equal(other.emptyLog(), 1)
    await turnOfTheLoop()
    assert.equal(other.emptyLog(), 0)
  })
})

/** Resolves where requests of the next turn arrive: before its immediates. */
async function nextEvents(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  const message = once(port2, 'message')
  port1.postMessage(undefined)
  await message
  port1.close()
}

/** `other` is a connection as another process has it. */
async function openScene(t: TestContext) {
  const { db, file } = await openTestDatabase(t)
  const connection = openConnection(file)
  connection.pragma('busy_timeout = 0')
  t.after(() => connection.close())
  const insert = connection.prepare(
    "insert into data_keys (subject_id, wrapping_key_id, wrapped, created_at) values (?, '', x'00', 0)",
  )
  const other = {
    write: (name: string) => void insert.run(name),
    /** Returns 1 if a reader or writer keeps the log from being emptied. */
    emptyLog: () => connection.pragma('wal_checkpoint(TRUNCATE)', { simple: true }),
  }
  return { db, other }
}

async function count(db: OpenedDb): Promise<number> {
  return (await names.all(db.reader, {})).length
}

const names = prepare((db, _values: object) => db.selectFrom('data_keys').select('subject_id'))
