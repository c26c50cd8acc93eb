// Installations have the schema of migration 1. The kept databases hold it as it was when it was frozen.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { migrations } from '../../../server/db/migrations/index.ts'
import { openDb } from '../../../server/db/sqlite/open-db.ts'
import { keptDatabase, keptStatements } from '../../support/kept/kept-version-1.ts'
import { bareDatabase, onPostgres, openAt, runStatements } from '../../support/postgres.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { openEmpty } from './migration-steps.ts'

const first = migrations.slice(0, 1)

describe('migration 1 is never edited, because installations have applied it:', () => {
  test('on SQLite it makes the schema of the kept database', async (t) => {
    const { db } = openEmpty(t)
    await db.schema.apply(first, 0, () => {})
    assert.equal(await db.schema.dump(), await openKeptFile(t).schema.dump())
  })

  test('on PostgreSQL it makes the schema of the kept database', onPostgres, async (t) => {
    const db = openUrl(t, await bareDatabase(t))
    await db.schema.apply(first, 0, () => {})
    const keptUrl = await bareDatabase(t)
    await runStatements(keptUrl, keptStatements())
    const kept = openUrl(t, keptUrl)
    assert.equal(await db.schema.dump(), await kept.schema.dump())
  })
})

test('the kept database has rows in each table but the one that says where a database went', (t) => {
  const { raw } = openKeptFile(t)
  const tables = raw.prepare(`select name from sqlite_master where type = 'table'`).pluck().all()
  const empty = tables.filter((name) => !raw.prepare(`select 1 from "${String(name)}"`).get())
  assert.deepEqual(empty, ['database_move'])
})

function openKeptFile(t: TestContext) {
  const file = join(tempFolder(t), 'kept.db')
  writeFileSync(file, keptDatabase())
  const db = openDb(file)
  t.after(() => db.close())
  return db
}

function openUrl(t: TestContext, url: string) {
  const db = openAt(url)
  t.after(() => db.close())
  return db
}
