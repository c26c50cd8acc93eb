// SQLite only: a backup copies its file.

import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openConnection } from '../../../server/db/sqlite/connection.ts'
import { copyDatabase } from '../../../server/db/sqlite/database-copy.ts'
import { tempFolder } from '../../support/temp-folder.ts'

test('what was deleted is not in a copy', (t) => {
  const folder = tempFolder(t)
  const database = openConnection(join(folder, 'svc.db'))
  t.after(() => database.close())
  database.exec('create table notes (id integer primary key, text)')
  const insert = database.prepare('insert into notes (text) values (?)')
  database.transaction(() => {
    for (let row = 1; row <= 200; row += 1) insert.run(`planted ${'x'.repeat(row * 10)}`)
  })()
  database.exec('delete from notes where id % 3 > 0')
  database.pragma('wal_checkpoint(TRUNCATE)')
  copyDatabase(join(folder, 'svc.db'), join(folder, 'copy.db'))

  const countIn = (file: string) =>
    readFileSync(join(folder, file), 'latin1').split('planted').length - 1
  // Rows that were moved and then deleted leave traces in the database, even with secure_delete.
  assert.ok(countIn('svc.db') > 66)
  assert.equal(countIn('copy.db'), 66)
})

test('a copy is for its owner only', (t) => {
  const folder = tempFolder(t)
  openConnection(join(folder, 'svc.db')).close()
  copyDatabase(join(folder, 'svc.db'), join(folder, 'copy.db'))
  assert.equal(statSync(join(folder, 'copy.db')).mode & 0o777, 0o600)
})
