// A real, migrated database in its own folder, removed when the test ends.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { Kysely, SqliteAdapter, SqliteDriver, SqliteIntrospector } from 'kysely'
import { migrate, readExpectedSchema } from '../../server/db/migrate.ts'
import { migrations } from '../../server/db/migrations/index.ts'
import type { Schema } from '../../server/db/schema.ts'
import { openConnection } from '../../server/db/sqlite/connection.ts'
import { type OpenedDb, openDb } from '../../server/db/sqlite/open-db.ts'
import { StablePlanCompiler } from '../../server/db/sqlite/sqlite-compiler.ts'
import type { Trx } from '../../server/db/transaction.ts'
import { ManualClock } from './manual-clock.ts'
import { rawOnPostgres } from './postgres/raw-postgres.ts'
import {
  isPostgresLane,
  openAt,
  openTestPostgres,
  type TemplateFill,
  type TestPostgres,
} from './postgres.ts'
import { tempFolder } from './temp-folder.ts'

export interface TestDatabase {
  readonly db: OpenedDb
  readonly clock: ManualClock
  readonly folder: string
  readonly file: string
}

/** On the engine of the lane: SQLite, unless the tests run with --postgres. */
export async function openTestDatabase(t: TestContext): Promise<TestDatabase> {
  return isPostgresLane ? openOnPostgres(t) : openFile(t, placeMigrated)
}

/** `raw` goes over a connection of its own there. Tests of the file itself are skipped on PostgreSQL. */
function withRaw({ db, url }: TestPostgres): OpenedDb {
  return Object.defineProperty(db, 'raw', { get: () => rawOnPostgres(url) }) as unknown as OpenedDb
}

async function openOnPostgres(t: TestContext, fill?: TemplateFill): Promise<TestDatabase> {
  const folder = tempFolder(t)
  const opened = await openTestPostgres(t, fill)
  const file = join(folder, 'svc.db')
  urls.set(file, opened.url)
  return { db: withRaw(opened), clock: new ManualClock(), folder, file }
}

/** Databases on PostgreSQL by the file that they would have on SQLite. */
const urls = new Map<string, string>()

let preparedCount = 0

/** Returns a function that opens a copy of a database that `fill` filled, once in a test process. */
export function prepareDatabase(
  fill: (prepared: Pick<TestDatabase, 'db' | 'clock'>) => Promise<void>,
): (t: TestContext) => Promise<TestDatabase> {
  let bytes: Promise<Buffer> | undefined
  preparedCount += 1
  const onPostgres: TemplateFill = {
    name: String(preparedCount),
    fill: (opened) => fill({ db: withRaw(opened), clock: new ManualClock() }),
  }
  return (t) => {
    if (isPostgresLane) return openOnPostgres(t, onPostgres)
    bytes ??= bytesOf(async (file) => {
      await placeMigrated(file)
      const db = openDb(file)
      await fill({ db, clock: new ManualClock() })
      await db.close()
    })
    const filled = bytes
    return openFile(t, async (file) => writeFileSync(file, await filled, { mode: 0o600 }))
  }
}

async function openFile(
  t: TestContext,
  place: (file: string) => Promise<void>,
): Promise<TestDatabase> {
  const folder = tempFolder(t)
  const file = join(folder, 'svc.db')
  await place(file)
  const db = openDb(file)
  t.after(() => db.close())
  return { db, clock: new ManualClock(), folder, file }
}

/** Writes a new database at the latest version, as a first start makes it, before anything is recorded in it. */
export async function placeMigrated(file: string): Promise<void> {
  migrated ??= bytesOf(migrateNew)
  writeFileSync(file, await migrated, { mode: 0o600 })
}

/** The file's bytes: migrating takes longer than most tests, so each test process does it once. */
let migrated: Promise<Buffer> | undefined

async function migrateNew(file: string): Promise<void> {
  const db = openDb(file)
  const plan = { migrations, expectedSchema: readExpectedSchema(), backupFolder: dirname(file) }
  await migrate(db, plan, new ManualClock().now())
  await db.close()
}

/** The bytes of the database that `make` writes and closes. */
async function bytesOf(make: (file: string) => Promise<void>): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-test-'))
  const file = join(folder, 'svc.db')
  await make(file)
  const bytes = readFileSync(file)
  rmSync(folder, { recursive: true })
  return bytes
}

/** Opens the same file again, as another process would. */
export function openAgain(t: TestContext, file: string): OpenedDb {
  const url = urls.get(file)
  const db = url === undefined ? openDb(file) : withRaw({ db: openAt(url), url })
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
  if (wal.length === 0) return 0
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
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new SqliteDriver({ database: raw }),
      createQueryCompiler: () => new StablePlanCompiler(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
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
