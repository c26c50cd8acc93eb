// SQLite only: its file, its connections or its way to commit.

import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openConnection } from '../../../server/db/sqlite/connection.ts'
import { examineDatabase } from '../../../server/db/sqlite/examine-database.ts'
import { quickCheck } from '../../../server/db/sqlite/quick-check.ts'
import { tempFolder } from '../../support/temp-folder.ts'

test('a missing database is not made', (t) => {
  const folder = tempFolder(t)
  assert.throws(() => examineDatabase(join(folder, 'svc.db')))
  assert.deepEqual(readdirSync(folder), [])
})

test('nothing can be written, and a file without tables has version 0', async (t) => {
  const file = join(tempFolder(t), 'svc.db')
  const connection = openConnection(file)
  connection.exec('create table other (id integer) strict')
  connection.close()
  const examined = examineDatabase(file)
  t.after(() => examined.close())
  assert.deepEqual([examined.versions().stored, examined.hasExpectedSchema()], [0, false])
  const write = examined.reader.insertInto('webhooks').values([]).execute()
  await assert.rejects(write)
  const differing = examined.pragmas().filter(({ held, expected }) => held !== expected)
  assert.deepEqual(differing, [])
})

test('a file in another journal mode is told apart, and stays in it', async (t) => {
  const file = join(tempFolder(t), 'svc.db')
  const connection = openConnection(file)
  connection.pragma('journal_mode = DELETE')
  connection.exec('create table other (id integer) strict')
  connection.close()
  const examined = examineDatabase(file)
  const journal = examined.pragmas().find(({ name }) => name === 'journal_mode')
  await examined.close()
  assert.equal(journal?.held, 'delete')
  assert.equal(existsSync(`${file}-wal`), false)
})

test('a quick check ends at its time limit, and says when it could not be made', async (t) => {
  const file = join(tempFolder(t), 'svc.db')
  openConnection(file).close()
  assert.deepEqual(await quickCheck(file, 60_000), { kind: 'checked', faults: [] })
  assert.deepEqual(await quickCheck(file, 1), { kind: 'over_time' })
  assert.deepEqual(await quickCheck(join(file, 'nowhere'), 60_000), { kind: 'not_made' })
})
