// Slow: starts many programs.
// SQLite only: its file, its connections or its way to commit.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { readExpectedSchema } from '../../../server/db/migrate.ts'
import { migrations } from '../../../server/db/migrations/index.ts'
import { openConnection } from '../../../server/db/sqlite/connection.ts'
import { dumpSchema } from '../../../server/db/sqlite/sqlite-schema.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { startProgram } from '../../support/child-program.ts'
import { openTestDatabase } from '../../support/database.ts'
import { readNotes, writeNote } from '../../support/notes.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const writeNotes = new URL('programs/write-notes.ts', import.meta.url)
const migrateProgram = new URL('programs/migrate.ts', import.meta.url)
const clean = { status: 0, errors: '' }

describe('two processes on one database', () => {
  test('that write at the same time wait for each other and both succeed', async (t) => {
    const { db, file } = await openTestDatabase(t)
    const child = startProgram(t, writeNotes, [file, 'theirs', '100'])
    assert.equal(await child.nextLine(), 'ready')
    for (let index = 0; index < 100; index += 1) {
      await inTransaction(db, (trx) => writeNote(trx, `ours ${index}`))
    }
    assert.deepEqual(await child.ended, clean)
    const written = readNotes(db)
    assert.equal(written.length, 200)
    assert.equal(new Set(written).size, 200)
  })

  test('that is killed while it writes leaves a database that others go on with', async (t) => {
    const { db, file } = await openTestDatabase(t)
    const child = startProgram(t, writeNotes, [file, 'theirs', '100000'])
    assert.equal(await child.nextLine(), 'ready')
    // Only looks: a writer that never pauses could keep another from the lock until its time is up.
    while (readNotes(db).length < 5) await nextTurn()
    child.kill('SIGKILL')
    assert.equal((await child.ended).status, 'SIGKILL')
    await inTransaction(db, (trx) => writeNote(trx, 'ours'))
    assert.equal(db.raw.pragma('integrity_check', { simple: true }), 'ok')
    const theirs = readNotes(db).slice(0, -1)
    assert.deepEqual(
      theirs,
      theirs.map((_, index) => `theirs ${index}`),
    )
  })
})

test('three processes that start at once on a fresh folder migrate it once', async (t) => {
  const folder = tempFolder(t)
  const file = join(folder, 'svc.db')
  const starts = ['one', 'two', 'three'].map(() => startProgram(t, migrateProgram, [file, folder]))
  for (const start of starts) assert.deepEqual(await start.ended, clean)
  const connection = openConnection(file)
  t.after(() => connection.close())
  assert.equal(dumpSchema(connection), readExpectedSchema())
  const versions = connection.prepare('select version from schema_migrations').pluck().all()
  assert.deepEqual(
    versions,
    migrations.map(({ version }) => version),
  )
})
