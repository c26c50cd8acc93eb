// SQLite only: its file, its connections or its way to commit.

import assert from 'node:assert/strict'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import {
  isRecentEnough,
  openConnection,
  openForReading,
  openReadOnly,
} from '../../../server/db/sqlite/connection.ts'
import { openDb } from '../../../server/db/sqlite/open-db.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { openTestDatabase } from '../../support/database.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const settings: Readonly<Record<string, string | number>> = {
  journal_mode: 'wal',
  synchronous: 2,
  foreign_keys: 1,
  secure_delete: 1,
  busy_timeout: 5000,
  trusted_schema: 0,
  cell_size_check: 1,
  journal_size_limit: 67_108_864,
  temp_store: 2,
}

describe('every connection', () => {
  for (const [name, value] of Object.entries(settings)) {
    test(`keeps ${name} at ${value}, also when the file is opened again`, (t) => {
      const file = join(tempFolder(t), 'svc.db')
      for (const _time of ['first', 'second']) {
        const connection = openConnection(file)
        assert.equal(connection.pragma(name, { simple: true }), value)
        connection.close()
      }
    })
  }

  test('refuses a SQLite that is too old', () => {
    const refused = ['3.52.9', '3.51.3', '3.9.99', '2.99.99']
    const taken = ['3.53.0', '3.53.10', '3.54.1', '3.100.0', '4.0.0']
    assert.deepEqual(refused.filter(isRecentEnough), [])
    assert.deepEqual(taken.filter(isRecentEnough), taken)
  })

  test('refuses a file that is no database', (t) => {
    assert.throws(() => openDb(tempFolder(t)))
  })
})

describe('an open database', () => {
  test('has files for their owner only, whatever the umask', async (t) => {
    const umask = process.umask(0)
    t.after(() => process.umask(umask))
    const { db, file } = await openTestDatabase(t)
    await db.reader.selectFrom('jobs').selectAll().execute()
    for (const name of [file, `${file}-wal`, `${file}-shm`]) {
      assert.equal(statSync(name).mode & 0o777, 0o600, name)
    }
  })

  test('has a reader that cannot write', async (t) => {
    const { db } = await openTestDatabase(t)
    const writes = [
      () => db.reader.deleteFrom('jobs').execute(),
      () => db.reader.updateTable('jobs').set({ due_at: 0 }).execute(),
      () => db.reader.schema.dropTable('jobs').execute(),
      () => db.reader.schema.createTable('x').addColumn('y', 'integer').execute(),
    ]
    for (const write of writes) await assert.rejects(write, /readonly/)
  })

  test('is only read by those who say so', async (t) => {
    const { file } = await openTestDatabase(t)
    for (const open of [openForReading, openReadOnly]) {
      const connection = open(file)
      t.after(() => connection.close())
      assert.throws(() => connection.exec('delete from jobs'), /readonly/)
    }
  })

  test('refuses a value of the wrong type and a row without its parent', async (t) => {
    const { db } = await openTestDatabase(t)
    const insertKey = db.raw.prepare('insert into data_keys values (?, ?, ?, ?)')
    assert.throws(() => insertKey.run('ver_1', 'm', Buffer.of(1), 'soon'), /INTEGER/)
    assert.throws(() => insertKey.run('ver_1', 'm', 'text', 1), /BLOB/)
    const insertJob = db.raw.prepare(
      `insert into provider_jobs (verification_id, provider, job_id, user_id, created_at) values ('ver_none', 'smile-id', 'j', 'u', 1)`,
    )
    assert.throws(() => insertJob.run(), /FOREIGN KEY/)
  })

  test('once closed lets the file go, also where nothing was ever asked of it', (t) => {
    const file = join(tempFolder(t), 'svc.db')
    const db = openDb(file)
    assert.ok(existsSync(`${file}-wal`))
    return db.close().then(() => {
      assert.equal(db.raw.open, false)
      assert.ok(!existsSync(`${file}-wal`), 'the write-ahead log stays while somebody has it open')
    })
  })
})

describe('statements', () => {
  test('are prepared once, and at most 500 are kept', async (t) => {
    const { db } = await openTestDatabase(t)
    const prepared: string[] = []
    const prepare = db.raw.prepare.bind(db.raw)
    t.mock.method(db.raw, 'prepare', (sql: string) => {
      prepared.push(sql)
      return prepare(sql)
    })
    const ask = (name: string) =>
      inTransaction(db, (trx) =>
        trx
          .selectFrom('jobs')
          .select((select) => select.ref('id').as(name))
          .execute(),
      )
    const timesPrepared = (name: string) =>
      prepared.filter((sql) => sql.includes(`"${name}"`)).length

    await ask('first')
    await ask('first')
    assert.equal(timesPrepared('first'), 1)

    for (let count = 0; count < 500; count += 1) await ask(`other_${count}`)
    await ask('first')
    await ask('other_499')
    assert.equal(timesPrepared('first'), 2, 'the oldest was let go')
    assert.equal(timesPrepared('other_499'), 1, 'a young one was kept')
  })
})
