// `svc db compact`, and what it is for: copies of rows that SQLite leaves behind.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { holdServerLock, serverLockFile } from '../../server/db/server-lock.ts'
import { openConnection } from '../../server/db/sqlite/connection.ts'
import { install } from './installation.ts'

test('svc db compact leaves nothing of rows that were moved and then deleted', async (t) => {
  const { svc, dataDir } = await install(t)
  const file = join(dataDir, 'svc.db')
  const planted = () => readFileSync(file, 'latin1').split('planted').length - 1
  const database = openConnection(file)
  database.exec('create table notes (id integer primary key, text)')
  const insert = database.prepare('insert into notes (text) values (?)')
  database.transaction(() => {
    for (let row = 1; row <= 200; row += 1) insert.run(`planted ${'x'.repeat(row * 10)}`)
  })()
  // As rows of verifications grow when they complete, and are emptied when they are erased.
  database.exec('delete from notes where id % 3 > 0')
  database.pragma('wal_checkpoint(TRUNCATE)')
  const kept = 66
  assert.ok(planted() > kept, 'SQLite leaves copies')
  database.close()
  const { status, out, err } = await svc(['db', 'compact', '--json'])
  assert.equal(status, 0, err)
  assert.equal(planted(), kept)
  const { bytes_after: bytes } = JSON.parse(out)
  assert.equal(bytes, readFileSync(file).length)
  assert.match((await svc(['db', 'compact'])).out, /^wrote \S+svc\.db anew: [\d.]+ MB, before /)
})

test('svc db compact refuses while a server runs', async (t) => {
  const { svc, dataDir } = await install(t)
  const lock = holdServerLock(serverLockFile(dataDir))
  t.after(() => lock.release())
  const { status, err } = await svc(['db', 'compact'])
  assert.notEqual(status, 0)
  assert.match(err, /stop it first/)
})
