// Migrates a PostgreSQL database as the owner of its tables, and reads its schema from the catalogue.

import { CompiledQuery, type ControlledTransaction, type Kysely, sql } from 'kysely'
import { codeOf } from '../../kernel/has-code.ts'
import { silentAfterMs } from '../../kernel/live-nodes.ts'
import { type MigratedSchema, MigrationError } from '../migrate.ts'
import { listAppliedMigrations } from '../migration-view.ts'
import { type Migration, migrations } from '../migrations/index.ts'
import { runMigration } from '../run-migration.ts'
import type { Schema } from '../schema.ts'
import { fitsSchema } from '../schema-fit.ts'
import { olderThan, type WorkingNode, waitsForNodes } from '../working-node.ts'
import { openPool } from './connection-pool.ts'
import type { DatabaseAddress } from './database-address.ts'
import { grantTo } from './grants.ts'
import { kyselyOverPool } from './postgres-dialect.ts'
import { dumpCatalogue } from './postgres-dump.ts'

interface SchemaNeeds {
  /** Of the role that runs the product. */
  readonly address: DatabaseAddress
  readonly caFile?: string | undefined
  /** Of the role that owns the tables; without it the running role does. */
  readonly owner?: DatabaseAddress | undefined
  readonly reader: Kysely<Schema>
}

export interface PostgresSchema extends MigratedSchema {
  readonly dialect: 'postgres'
}

/** Arbitrary, and never changed: nodes of different releases wait for each other with it. */
const migrationLock = 5_208_310_417_206_115

const createVersions = `create table if not exists schema_migrations (
  version bigint primary key, name text collate "C" not null, kind text collate "C" not null,
  applied_at bigint not null)`

export function postgresSchema(needs: SchemaNeeds): PostgresSchema {
  return {
    dialect: 'postgres',
    isShared: true,
    applied: () => listAppliedMigrations(needs.reader),
    workingNodes: () => readWorkingNodes(needs.reader),
    version: () => readVersion(needs.reader),
    firstName: () => readFirstName(needs.reader),
    dump: () => dumpCatalogue(needs.reader),
    apply: (pending, nowMs, check) => apply(needs, pending, { nowMs, check }),
  }
}

/** Behind a migration that waits for a table everybody else waits too. */
const tableLockWait = '2s'

interface Applying {
  readonly nowMs: number
  check(dump: string): void
}

/** Applies all in one transaction, while no other process migrates. */
async function apply(
  { address, caFile, owner }: SchemaNeeds,
  pending: readonly Migration[],
  { nowMs, check }: Applying,
): Promise<void> {
  const pool = openPool({
    address: owner ?? address,
    caFile,
    name: 'svc migrate',
    connectionsMax: 1,
    statementTimeoutMs: 0,
  })
  let trx: ControlledTransaction<Schema> | undefined
  try {
    trx = await kyselyOverPool(pool).startTransaction().execute()
    const begun = trx
    const run = async (text: string) => void (await begun.executeQuery(CompiledQuery.raw(text)))
    await run(`set local lock_timeout = 0; select pg_advisory_xact_lock(${migrationLock})`)
    await run(`set local lock_timeout = '${tableLockWait}'`)
    await run(createVersions)
    for (const migration of pending) {
      // Another process may have migrated while this one waited for the lock.
      if ((await readVersion(trx)) >= migration.version) continue
      await refuseOldNodes(trx, migration)
      await runMigration(migration, trx, { dialect: 'postgres', run })
      const { version, name, kind } = migration
      await sql`insert into schema_migrations (version, name, kind, applied_at)
        values (${version}, ${name}, ${kind}, ${nowMs})`.execute(trx)
    }
    check(await dumpCatalogue(trx))
    if (owner !== undefined && owner.user !== address.user) await run(grantTo(address.user))
    await trx.commit().execute()
  } catch (error) {
    // A rollback that fails must not hide why the migration did; the end of the connection rolls back too.
    await trx
      ?.rollback()
      .execute()
      .catch(() => undefined)
    if (codeOf(error) === '55P03') throw new MigrationError(heldUp)
    if (codeOf(error) === '42501') throw new MigrationError(mayNotMigrate(owner ?? address))
    throw error
  } finally {
    await pool.end()
  }
}

const heldUp =
  'a long query holds a table that is to be changed, and everybody else would have waited behind the migration. Nothing was changed: try again when the query has ended (pg_stat_activity shows it)'

/** A node that starts waits for the lock of the migrations, so none can join before the commit. */
async function refuseOldNodes(trx: Kysely<Schema>, migration: Migration): Promise<void> {
  if (migration.kind === 'additive') return
  const old = olderThan(await readWorkingNodes(trx), migration)
  if (old.length > 0) throw new MigrationError(waitsForNodes(migration, old))
}

/**
 * Those that have given a sign of life by the clock of the database server, and those that are connected, whose own
 * clock may be behind it. Before the first migration there are none.
 */
async function readWorkingNodes(db: Kysely<Schema>): Promise<readonly WorkingNode[]> {
  const { rows: found } = await db.executeQuery<{ there: boolean }>(
    CompiledQuery.raw(`select to_regclass('nodes') is not null as there`),
  )
  if (!found[0]?.there) return []
  const { rows } = await sql<WorkingNode>`
    select id, host, version, schema_version as "schemaVersion" from nodes
    where seen_at > extract(epoch from clock_timestamp()) * 1000 - ${silentAfterMs}
      or exists (select from pg_stat_activity where datname = current_database()
        and application_name = 'svc beat ' || nodes.id)
    order by started_at, id`.execute(db)
  return rows
}

/**
 * Call it in the transaction in which a node joins: it waits for a migration under way, and one that begins later sees
 * the node. @throws MigrationError if this release cannot work on the schema
 */
export async function holdSchema(trx: Kysely<Schema>): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${migrationLock})`.execute(trx)
  if (fitsSchema(await listAppliedMigrations(trx), migrations)) return
  throw new MigrationError(
    'a newer release has removed or rewritten what this one needs in the database: start the newer release here',
  )
}

function mayNotMigrate({ user }: DatabaseAddress): string {
  return `the database has to be brought to the schema of this release, and the role ${user} may not make or alter its tables. Name the role that owns them in SVC_DATABASE_OWNER_URL and run: svc migrate (svc help postgresql)`
}

async function readVersion(db: Kysely<Schema>): Promise<number> {
  const found = await db.executeQuery<{ there: boolean }>(
    CompiledQuery.raw(`select to_regclass('schema_migrations') is not null as there`),
  )
  if (!found.rows[0]?.there) return 0
  const { rows } = await db.executeQuery<{ version: number | null }>(
    CompiledQuery.raw('select max(version) as version from schema_migrations'),
  )
  return rows[0]?.version ?? 0
}

async function readFirstName(db: Kysely<Schema>): Promise<string | undefined> {
  const { rows } = await db.executeQuery<{ name: string }>(
    CompiledQuery.raw('select name from schema_migrations where version = 1'),
  )
  return rows[0]?.name
}
