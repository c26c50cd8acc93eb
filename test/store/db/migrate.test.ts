// SQLite only: its file, its connections or its way to commit.

import assert from 'node:assert/strict'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { MigrationError, migrate, readExpectedSchema } from '../../../server/db/migrate.ts'
import { type Migration, migrations } from '../../../server/db/migrations/index.ts'
import type { OpenedDb } from '../../../server/db/sqlite/open-db.ts'
import { openDb } from '../../../server/db/sqlite/open-db.ts'
import { dumpSchema } from '../../../server/db/sqlite/sqlite-schema.ts'
import { commitsIn, openTestDatabase } from '../../support/database.ts'
import { mountSmallDisk } from '../../support/small-disk.ts'
import { openEmpty, planOf, schemaAfter, step } from './migration-steps.ts'

const cats = step(1, 'create table cats (id integer primary key, name text not null) strict')
const dogs = step(2, 'create table dogs (id integer primary key) strict')

describe('the migrations of this release', () => {
  test('give the committed schema; after a change of theirs, run npm run schema', async (t) => {
    const { db } = openEmpty(t)
    await db.schema.apply(migrations, 0, () => {})
    assert.equal(dumpSchema(db.raw), readExpectedSchema())
  })

  test('are numbered from 1 without a gap', () => {
    assert.deepEqual(
      migrations.map(({ version }) => version),
      migrations.map((_, at) => at + 1),
    )
  })

  test('are applied once: the next start finds nothing to do and writes nothing', async (t) => {
    const { db, file, folder } = await openTestDatabase(t)
    const before = commitsIn(file)
    const plan = { migrations, expectedSchema: readExpectedSchema(), backupFolder: folder }
    assert.deepEqual(await migrate(db, plan, 0), [])
    assert.equal(commitsIn(file), before)
  })
})

describe('migrating', () => {
  test('applies what is pending and writes down what and when', async (t) => {
    const { db, folder } = openEmpty(t)
    assert.deepEqual(await migrate(db, await planOf(t, folder, [cats]), 111), [1])
    assert.deepEqual(await migrate(db, await planOf(t, folder, [cats, dogs]), 222), [2])
    const applied = db.raw.prepare('select version, name, applied_at from schema_migrations').all()
    assert.deepEqual(applied, [
      { version: 1, name: 'step 1', applied_at: 111 },
      { version: 2, name: 'step 2', applied_at: 222 },
    ])
  })

  test('is all or nothing: a step that throws leaves no trace of those before it', async (t) => {
    const { db, folder } = openEmpty(t)
    const broken: Migration = {
      version: 3,
      name: 'broken',
      kind: 'additive',
      up: () => Promise.reject(new Error('no')),
    }
    const plan = { ...(await planOf(t, folder, [cats, dogs])), migrations: [cats, dogs, broken] }
    await assert.rejects(migrate(db, plan, 0), MigrationError)
    assert.equal(dumpSchema(db.raw), '\n')
    assert.equal(db.raw.pragma('foreign_keys', { simple: true }), 1, 'enforced again')
  })

  test('that gives another schema than the committed one is undone', async (t) => {
    const { db, folder } = openEmpty(t)
    const plan = { ...(await planOf(t, folder, [cats])), migrations: [cats, dogs] }
    await assert.rejects(migrate(db, plan, 0), MigrationError)
    assert.equal(dumpSchema(db.raw), '\n')
  })

  test('keeps the children of a table that it rebuilds', async (t) => {
    const { db, folder } = openEmpty(t)
    const kittens = step(
      2,
      'create table kittens (id integer primary key, cat integer not null references cats (id) on delete cascade) strict',
    )
    await db.schema.apply([cats, kittens], 0, () => {})
    db.raw.exec(`insert into cats values (1, 'Mimi'); insert into kittens values (10, 1)`)
    const rebuild = step(
      3,
      'create table new_cats (id integer primary key, name text) strict',
      'insert into new_cats select * from cats',
      'drop table cats',
      'alter table new_cats rename to cats',
    )
    await migrate(db, await planOf(t, folder, [cats, kittens, rebuild]), 0)
    assert.equal(db.raw.prepare('select count(*) from kittens').pluck().get(), 1)
  })

  test('that leaves a row without its parent is undone', async (t) => {
    const { db, folder } = openEmpty(t)
    const orphan = step(
      2,
      'create table kittens (id integer primary key, cat integer not null references cats (id)) strict',
      'insert into kittens values (10, 99)',
    )
    const plan = { ...(await planOf(t, folder, [cats])), migrations: [cats, orphan] }
    await assert.rejects(
      migrate(db, plan, 0),
      /migrations 1 to 2 would leave 1 rows without a parent \(kittens\)\. Nothing was changed/,
    )
    assert.equal(dumpSchema(db.raw), '\n')
  })
})

describe('a migration that fails', () => {
  async function failing(t: TestContext, up: Migration['up'], version = 2): Promise<string> {
    const { db, folder } = openEmpty(t)
    if (version > 1) await migrate(db, await planOf(t, folder, [cats]), 0)
    const before = dumpSchema(db.raw)
    const broken: Migration = { version, name: 'add_tails', kind: 'rewriting', up }
    const known = version > 1 ? [cats, broken] : [broken]
    const plan = { ...(await planOf(t, folder, [])), migrations: known }
    let message = ''
    await assert.rejects(migrate(db, plan, 0), (error) => {
      assert.ok(error instanceof MigrationError)
      message = error.message
      return true
    })
    assert.equal(dumpSchema(db.raw), before)
    return message
  }

  test('is named, with what SQLite said and the way back', async (t) => {
    const message = await failing(t, (_, { run }) =>
      run(
        `create table tails (id text primary key) strict; insert into tails values ('Awa'), ('Awa')`,
      ),
    )
    assert.match(
      message,
      /^migration 2 \(add_tails\) failed: UNIQUE constraint failed: tails\.id \(SQLITE_CONSTRAINT_PRIMARYKEY\)\. Nothing was changed\. The release before still fits .* svc rollback/,
    )
    assert.doesNotMatch(message, /Awa/)
  })

  test('by an error of its own is named with its place, without what the error quotes', async (t) => {
    const message = await failing(t, async () => void JSON.parse('Awa Teranga'))
    assert.match(message, /failed: SyntaxError(?: at [\w.-]+\.ts:\d+:\d+)?\. Nothing was changed/)
    assert.doesNotMatch(message, /Awa/)
  })

  test('on a new database names no release before', async (t) => {
    const message = await failing(t, (_, { run }) => run('create nonsense'), 1)
    assert.match(message, /^migration 1 \(add_tails\) failed: .*syntax error.*\(SQLITE_ERROR\)/)
    assert.doesNotMatch(message, /release before/)
  })

  test('for a full disk is told as a full disk', async (t) => {
    const { db, folder } = openEmpty(t)
    const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
    const broken: Migration = { ...cats, up: () => Promise.reject(full) }
    const plan = { ...(await planOf(t, folder, [])), migrations: [broken] }
    await assert.rejects(migrate(db, plan, 0), full)
  })
})

describe('a database that does not fit', () => {
  test('of a newer release is refused with both versions named, and not touched', async (t) => {
    const { db, file, folder } = openEmpty(t)
    await db.schema.apply([cats, dogs], 0, () => {})
    const before = commitsIn(file)
    const migrating = migrate(db, await planOf(t, folder, [cats]), 0)
    await assert.rejects(
      migrating,
      (error) => error instanceof MigrationError && /version 2.*knows 1/.test(error.message),
    )
    assert.equal(commitsIn(file), before)
  })

  for (const old of [['foundation'], ['foundation', 'webhooks', 'scores']]) {
    test(`of a development version (${old.length} of its migrations) is refused and not touched`, async (t) => {
      const { db, file, folder } = openEmpty(t)
      const before = old.map((name, at) => ({ ...step(at + 1, `create table t${at} (id)`), name }))
      await db.schema.apply(before, 0, () => {})
      const commits = commitsIn(file)
      const plan = { migrations, expectedSchema: readExpectedSchema(), backupFolder: folder }
      await assert.rejects(
        migrate(db, plan, 0),
        (error) =>
          error instanceof MigrationError &&
          error.message.includes(`schema version ${old.length} of a development version`) &&
          error.message.includes('Move the data folder away'),
      )
      assert.equal(commitsIn(file), commits)
    })
  }

  const changes = [
    'alter table jobs add column note text',
    'drop index jobs_waiting',
    'create table extra (id integer) strict',
    'create trigger spy after insert on jobs begin select 1; end',
    'create view peek as select * from api_keys',
  ]
  for (const change of changes) {
    test(`changed by hand (${change.split(' ').slice(0, 3).join(' ')}) is refused`, async (t) => {
      const { db, folder } = await openTestDatabase(t)
      db.raw.exec(change)
      const plan = { migrations, expectedSchema: readExpectedSchema(), backupFolder: folder }
      await assert.rejects(migrate(db, plan, 0), MigrationError)
    })
  }
})

describe('the backup before a migration', () => {
  async function upgrade(t: TestContext, from: readonly Migration[]) {
    const { db, folder } = openEmpty(t)
    await db.schema.apply(from, 0, () => {})
    if (from.length > 0) db.raw.exec(`insert into cats values (1, 'Mimi')`)
    const backupFolder = join(folder, 'backups')
    await migrate(db, await planOf(t, backupFolder, [cats, dogs]), 333)
    return { backupFolder, backups: readdirSync(folder).includes('backups') }
  }

  test('is the database as it was, in a file for its owner only', async (t) => {
    const { backupFolder } = await upgrade(t, [cats])
    assert.deepEqual(readdirSync(backupFolder), ['before-migration-from-1-333.db'])
    const file = join(backupFolder, 'before-migration-from-1-333.db')
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.equal(statSync(backupFolder).mode & 0o777, 0o700)
    const backup: OpenedDb = openDb(file)
    t.after(() => backup.close())
    assert.equal(dumpSchema(backup.raw), await schemaAfter(t, [cats]))
    assert.equal(backup.raw.prepare('select name from cats').pluck().get(), 'Mimi')
  })

  const ends = [
    { name: 'goes where the migration fails', code: 'SQLITE_CONSTRAINT', left: 0 },
    { name: 'goes where the disk is full, which it has filled', code: 'SQLITE_FULL', left: 0 },
    { name: 'stays where the disk fails', code: 'SQLITE_CORRUPT', left: 1 },
  ]
  for (const { name, code, left } of ends) {
    test(name, async (t) => {
      const { db, folder } = openEmpty(t)
      await db.schema.apply([cats], 0, () => {})
      const failing: Migration = {
        ...dogs,
        up: () => Promise.reject(Object.assign(new Error('no'), { code })),
      }
      const plan = {
        ...(await planOf(t, join(folder, 'backups'), [])),
        migrations: [cats, failing],
      }
      for (const at of [1, 2]) await assert.rejects(migrate(db, plan, at))
      assert.equal(readdirSync(join(folder, 'backups')).length, left * 2)
    })
  }

  test('for which there is no room leaves nothing', async (t) => {
    const disk = mountSmallDisk(t, 1)
    if (disk === undefined) return
    const { db, folder } = openEmpty(t)
    await db.schema.apply([cats], 0, () => {})
    db.raw.exec(`insert into cats values (1, hex(zeroblob(${1024 * 1024})))`)
    const plan = { ...(await planOf(t, folder, [cats, dogs])), backupFolder: disk.folder }
    await assert.rejects(migrate(db, plan, 1), { code: 'SQLITE_FULL' })
    assert.deepEqual(readdirSync(disk.folder), [])
  })

  test('is not made of a database that holds nothing yet', async (t) => {
    assert.equal((await upgrade(t, [])).backups, false)
  })
})
