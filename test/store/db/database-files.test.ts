// SQLite only: its file, its connections or its way to commit.

import assert from 'node:assert/strict'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { openConnection } from '../../../server/db/sqlite/connection.ts'
import { examineDatabase } from '../../../server/db/sqlite/examine-database.ts'
import { findMigrationCopy, putBackCopy } from '../../../server/db/sqlite/put-back-copy.ts'
import { quickCheck } from '../../../server/db/sqlite/quick-check.ts'
import { copyBeforeMigration } from '../../../server/db/sqlite/sqlite-schema.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const notesIn = (file: string) => {
  const connection = openConnection(file)
  try {
    return connection.prepare('select note from notes order by note').pluck().all()
  } finally {
    connection.close()
  }
}

describe('putting back a copy', () => {
  test('brings the old rows back and keeps the newer database, whose log is not applied to the copy', (t) => {
    const folder = tempFolder(t)
    const [database, copy, keptAs] = ['svc.db', 'copy.db', 'kept.db'].map((name) =>
      join(folder, name),
    )
    assert.ok(database && copy && keptAs)
    const connection = openConnection(database)
    connection.exec(`create table notes (note text) strict; insert into notes values ('old')`)
    copyBeforeMigration(connection, copy)
    connection.exec(`insert into notes values ('new')`)
    connection.close()
    // What a killed server leaves behind.
    writeFileSync(`${database}-wal`, '')
    putBackCopy({ database, copy, keptAs })
    assert.deepEqual(notesIn(database), ['old'])
    assert.deepEqual(notesIn(keptAs), ['new', 'old'])
    assert.ok(existsSync(copy), 'the copy stays')
  })

  test('takes the newest copy of the schema version that is asked for', (t) => {
    const folder = tempFolder(t)
    const names = ['from-1-100', 'from-1-99', 'from-11-300', 'from-2-400']
    for (const name of names) writeFileSync(join(folder, `before-migration-${name}.db`), '')
    assert.equal(findMigrationCopy(folder, 1), join(folder, 'before-migration-from-1-100.db'))
    assert.equal(findMigrationCopy(folder, 3), undefined)
    assert.equal(findMigrationCopy(join(folder, 'none'), 1), undefined)
  })
})

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
