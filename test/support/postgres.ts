// Databases on PostgreSQL for tests: of the server that SVC_TEST_DATABASE_URL names, or of one that the system's
// binaries start. Each test gets a copy of a migrated template.

import { randomBytes } from 'node:crypto'
import { Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { Client } from 'pg'
import { findBinaries, startLocalServer } from '../../scripts/postgres/local-server.ts'
import { migrate, readExpectedSchema } from '../../server/db/migrate.ts'
import { migrations } from '../../server/db/migrations/index.ts'
import { databaseAddressOf } from '../../server/db/postgres/database-address.ts'
import { type OpenedPostgres, openPostgres } from '../../server/db/postgres/open-postgres.ts'
import { ManualClock } from './manual-clock.ts'
import { watchQueries } from './postgres/postgres-queries.ts'
import { disconnectInPlace } from './postgres/sync-postgres.ts'
import { waitForQueries } from './turns.ts'

/** Whether the tests of this process run on PostgreSQL (`npm test -- --postgres`). */
export const isPostgresLane = process.env.SVC_TEST_ENGINE === 'postgres'

if (isPostgresLane) waitForQueries(watchQueries())

/** Options of a test that is about SQLite's own matters: its pragmas, plans, files and raw connection. */
export const onSqlite = { skip: isPostgresLane && 'about SQLite' }

/**
 * Options of a test that runs on SQLite alone, because others send its statements to PostgreSQL. A run of its path runs
 * it there all the same.
 */
export const notAgain = {
  skip: isPostgresLane && !process.env.SVC_TEST_AGAIN && 'its statements ran on PostgreSQL',
}

/** Whether a server can be had. */
const hasPostgres = process.env.SVC_TEST_DATABASE_URL !== undefined || findBinaries() !== undefined

/** Options of a test that needs a PostgreSQL server. */
export const onPostgres = { skip: !hasPostgres && 'no PostgreSQL 15 to 18 is installed' }

const connectionsMax = 6
/**
 * Names of databases of one server. Several test processes may use it at once, and those of other containers, or of
 * runs before, may have had the same id.
 */
const prefix = `svc_test_${process.pid}_${randomBytes(4).toString('hex')}`

export interface TestPostgres {
  readonly db: OpenedPostgres
  readonly url: string
}

interface Server {
  readonly url: string
  readonly admin: Client
}

let started: Promise<Server> | undefined
let copies = 0
const templates = new Map<string, Promise<string>>()

/** Opens a database at the latest version, or a copy of the template that `fill` filled. */
export async function openTestPostgres(
  t: Pick<TestContext, 'after'>,
  fill?: TemplateFill,
): Promise<TestPostgres> {
  const name = fill === undefined ? await takeEmpty() : await copyOf(await templateOf(fill))
  const url = await urlOf(name)
  const db = openAt(url)
  t.after(async () => {
    await db.close()
    await (fill === undefined ? giveBack(name) : drop(name))
  })
  return { db, url }
}

/** Returns the URL of a database without any table. */
export async function bareDatabase(t: Pick<TestContext, 'after'>): Promise<string> {
  copies += 1
  const name = `${prefix}_bare_${copies}`
  await command(`create database ${name} template template0`)
  t.after(() => drop(name))
  return urlOf(name)
}

/** Fills a template once in a test process. */
export interface TemplateFill {
  readonly name: string
  fill(opened: TestPostgres): Promise<void>
}

/** Databases that no test uses, without rows. Emptying one takes a quarter of the time of making one. */
const empty: string[] = []

async function takeEmpty(): Promise<string> {
  return empty.pop() ?? copyOf(await templateOf(undefined))
}

/**
 * Without the triggers, which would refuse to delete entries of the audit log. A table without a page never had a row,
 * and most have none.
 */
async function giveBack(name: string): Promise<void> {
  const client = new Client({ connectionString: await urlOf(name) })
  await client.connect()
  await client.query(`set session_replication_role = replica; do $empty$
declare name text;
begin
  for name in select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migrations'
      and pg_relation_size(oid) > 0
  loop execute format('delete from %I', name); end loop;
end $empty$; alter table audit_entries enable trigger all`)
  await client.end()
  empty.push(name)
}

async function copyOf(template: string): Promise<string> {
  copies += 1
  const name = `${prefix}_${copies}`
  await command(`create database ${name} template ${template}`)
  return name
}

async function drop(name: string): Promise<void> {
  await command(`drop database if exists ${name} with (force)`)
}

const ofFolders = new Map<string, string>()

/** Returns the URL of the database of a data folder: the same one if a test starts its appliance again. */
export async function urlForFolder(dataDir: string): Promise<string> {
  const known = ofFolders.get(dataDir)
  const name = known ?? (await takeEmpty())
  ofFolders.set(dataDir, name)
  return urlOf(name)
}

/** Gives a data folder the database that these statements make. */
export async function restoreForFolder(dataDir: string, statements: string): Promise<void> {
  copies += 1
  const name = `${prefix}_restored_${copies}`
  await command(`create database ${name} template template0`)
  await runStatements(await urlOf(name), statements)
  ofFolders.set(dataDir, name)
}

export async function runStatements(url: string, statements: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(statements)
  await client.end()
}

/** Call it once the appliance of the folder is closed for good. */
export async function forgetFolder(dataDir: string): Promise<void> {
  const name = ofFolders.get(dataDir)
  ofFolders.delete(dataDir)
  if (name !== undefined) await giveBack(name)
}

export function openAt(url: string): OpenedPostgres {
  return openPostgres({ address: databaseAddressOf(url), connectionsMax })
}

async function templateOf(filling: TemplateFill | undefined): Promise<string> {
  const name = `${prefix}_template_${filling?.name ?? 'new'}`
  const known = templates.get(name)
  if (known !== undefined) return known
  const made = makeTemplate(name, filling)
  templates.set(name, made)
  return made
}

async function makeTemplate(name: string, filling: TemplateFill | undefined): Promise<string> {
  const base = filling === undefined ? 'template0' : await templateOf(undefined)
  await command(`create database ${name} template ${base}`)
  const db = openAt(await urlOf(name))
  if (filling === undefined) {
    const plan = { migrations, expectedSchema: readExpectedSchema('postgres'), backupFolder: '' }
    await migrate(db, plan, new ManualClock().now())
  } else {
    await filling.fill({ db, url: await urlOf(name) })
    disconnectInPlace()
  }
  await db.close()
  return name
}

/** The connection does not keep the process alive; the wait for its answer does. */
async function command(text: string): Promise<void> {
  const waiting = setInterval(() => {}, 60_000)
  try {
    const { admin } = await server()
    await admin.query(text)
  } finally {
    clearInterval(waiting)
  }
}

function server(): Promise<Server> {
  started ??= startServer()
  return started
}

async function startServer(): Promise<Server> {
  const given = process.env.SVC_TEST_DATABASE_URL
  const url = given ?? (await startOwn())
  const admin = new Client({ connectionString: url })
  await admin.connect()
  // An open connection must not keep the test process alive.
  unref(admin)
  return { url, admin }
}

function unref(client: Client): void {
  const stream: unknown = Reflect.get(Reflect.get(client, 'connection'), 'stream')
  if (stream instanceof Socket) stream.unref()
}

async function startOwn(): Promise<string> {
  const binaries = findBinaries()
  if (binaries === undefined) throw new Error('no PostgreSQL 15 to 18 is installed')
  return (await startLocalServer(binaries)).url
}

async function urlOf(database: string): Promise<string> {
  const url = new URL((await server()).url)
  url.pathname = `/${database}`
  return url.href
}
