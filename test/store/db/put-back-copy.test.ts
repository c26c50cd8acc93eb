// SQLite only: its file, its connections or its way to commit.

import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { openConnection } from '../../../server/db/sqlite/connection.ts'
import { findMigrationCopy, putBackCopy } from '../../../server/db/sqlite/put-back-copy.ts'
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
