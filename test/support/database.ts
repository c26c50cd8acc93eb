// A real, migrated database in its own folder, removed when the test ends.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { Kysely, SqliteDialect } from 'kysely'
import { migrate, readExpectedSchema } from '../../server/db/migrate.ts'
import { migrations } from '../../server/db/migrations/index.ts'
import { type OpenedDb, openConnection, openDb } from '../../server/db/open-db.ts'
import type { Schema } from '../../server/db/schema.ts'
import type { Trx } from '../../server/db/transaction.ts'
import { ManualClock } from './manual-clock.ts'
import { tempFolder } from './temp-folder.ts'

export interface TestDatabase {
  readonly db: OpenedDb
  readonly clock: ManualClock
  readonly folder: string
  readonly file: string
}

export async function openTestDatabase(t: TestContext): Promise<TestDatabase> {
  const folder = tempFolder(t)
  const file = join(folder, 'svc.db')
  const clock = new ManualClock()
  const db = openDb(file)
  t.after(() => db.close())
  const plan = { migrations, expectedSchema: readExpectedSchema(), backupFolder: folder }
  await migrate(db, plan, clock.now())
  return { db, clock, folder, file }
}

/** Opens the same file again, as another process would. */
export function openAgain(t: TestContext, file: string): OpenedDb {
  const db = openDb(file)
  t.after(() => db.close())
  return db
}

/** Returns every byte of the database on disk, the write-ahead log included. */
export function bytesOnDisk(file: string): Buffer {
  return Buffer.concat([readFileSync(file), readFileSync(`${file}-wal`)])
}

/**
 * Returns the number of transactions committed since the write-ahead log began: frames that end a transaction
 * carry the size of the database (https://sqlite.org/fileformat2.html, section 4.1).
 */
export function commitsIn(file: string): number {
  const wal = readFileSync(`${file}-wal`)
  const headerBytes = 32
  const frameBytes = 24 + wal.readUInt32BE(8)
  const salt = wal.readUInt32BE(16)
  let commits = 0
  for (let at = headerBytes; at + frameBytes <= wal.length; at += frameBytes) {
    const isOfThisLog = wal.readUInt32BE(at + 8) === salt
    if (isOfThisLog && wal.readUInt32BE(at + 4) > 0) commits += 1
  }
  return commits
}

/** Returns SQLite's query plans for the queries of `work`, one line a step. Rolls back its writes. */
export async function plansOf(
  t: TestContext,
  file: string,
  work: (trx: Trx) => Promise<unknown>,
): Promise<readonly string[]> {
  const raw = openConnection(file)
  const queries: { readonly sql: string; readonly parameters: readonly unknown[] }[] = []
  const traced = new Kysely<Schema>({
    dialect: new SqliteDialect({ database: raw }),
    log: ({ query }) => void queries.push(query),
  })
  t.after(() => traced.destroy())
  const trx = await traced.startTransaction().execute()
  await work(trx)
  await trx.rollback().execute()
  return queries
    .filter(({ sql }) => /^(select|update|delete)/.test(sql))
    .flatMap(({ sql, parameters }) => raw.prepare(`explain query plan ${sql}`).all(parameters))
    .map((step) => (step as { readonly detail: string }).detail)
}
