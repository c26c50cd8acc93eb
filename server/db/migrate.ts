// Migrates the database to the version of this program: makes a backup where the engine can, applies all pending
// migrations in one transaction and compares the resulting schema with the committed dump.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Dialect } from '../kernel/dialect.ts'
import type { Migration } from './migrations/index.ts'
import { canWait, fitsSchema } from './schema-fit.ts'
import { storageTroubleOf } from './storage-trouble.ts'
import { olderThan, type WorkingNode } from './working-node.ts'

/** Thrown if the database cannot be migrated; nothing has been changed. */
export class MigrationError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'MigrationError'
  }
}

export interface MigrationPlan {
  readonly migrations: readonly Migration[]
  /** The schema that must result, as `dump` prints it. */
  readonly expectedSchema: string
  /** Where the backup is written before the migration. */
  readonly backupFolder: string
  /**
   * False leaves the last contracting migrations for later, where nodes of an older release may work: a server that
   * starts does not contract. Default: true.
   */
  readonly contracts?: boolean
}

/** What migrating needs of a database engine. */
export interface MigratedSchema {
  readonly dialect: Dialect
  /** Whether servers of two releases may work on the database at once. */
  readonly isShared: boolean
  /** The migrations of the database, also those that this release does not know. */
  applied(): Promise<readonly Pick<Migration, 'version' | 'kind'>[]>
  /** Version of the last applied migration; 0 for a new database. */
  version(): Promise<number>
  /** Name of migration 1 as it was applied. */
  firstName(): Promise<string | undefined>
  /** The schema as text, in a stable order. */
  dump(): Promise<string>
  /**
   * Applies the migrations in one transaction, while no other process migrates. `check` gets the new schema before the
   * commit; if it throws, nothing is changed.
   */
  apply(pending: readonly Migration[], nowMs: number, check: (dump: string) => void): Promise<void>
  /** The servers that work on a shared database, or did 20 seconds ago. */
  workingNodes?(): Promise<readonly WorkingNode[]>
  /** Writes a copy of the database, and returns what removes it; absent where the database server makes its own. */
  backUp?(folder: string, version: number, nowMs: number): () => void
}

interface Migratable {
  readonly schema: MigratedSchema
}

const expectedFiles: Readonly<Record<Dialect, string>> = {
  sqlite: 'schema.sql',
  postgres: 'schema.postgres.sql',
}

/** The file that `npm run schema` writes. */
export function expectedSchemaFile(dialect: Dialect): string {
  return fileURLToPath(new URL(expectedFiles[dialect], import.meta.url))
}

const expectedSchemas = new Map<Dialect, string>()

/** Reads the file once: a command that has become another user may not be allowed to. */
export function readExpectedSchema(dialect: Dialect = 'sqlite'): string {
  const known = expectedSchemas.get(dialect)
  if (known !== undefined) return known
  const schema = readFileSync(expectedSchemaFile(dialect), 'utf8')
  expectedSchemas.set(dialect, schema)
  return schema
}

/**
 * Applies pending migrations and returns their versions. With a database that nodes share, a newer schema is accepted
 * if this release can work on it, and the last contracting migrations wait while an older release works.
 * @throws MigrationError
 */
export async function migrate(
  { schema }: Migratable,
  plan: MigrationPlan,
  nowMs: number,
): Promise<readonly number[]> {
  const current = await schema.version()
  if (current > 0) await assertReleased(schema, plan.migrations, current)
  const latest = plan.migrations.at(-1)?.version ?? 0
  if (current > latest) {
    if (schema.isShared && fitsSchema(await schema.applied(), plan.migrations)) return []
    throw new MigrationError(
      `the database has schema version ${current}, this program knows ${latest}. Start the newer release again, or let it bring the database back to this one: svc rollback (svc help upgrade).`,
    )
  }
  const all = plan.migrations.filter((migration) => migration.version > current)
  const waiting = schema.isShared && current > 0 ? await leftForLater(schema, plan, all) : []
  const pending = all.filter((migration) => !waiting.includes(migration))
  const isCopied = current > 0 && pending.length > 0
  const removeCopy = isCopied ? schema.backUp?.(plan.backupFolder, current, nowMs) : undefined
  const check = (dump: string) => {
    if (waiting.length > 0 || dump === plan.expectedSchema) return
    throw otherSchema(schema.dialect, pending)
  }
  if (pending.length === 0) check(await schema.dump())
  else await applyOrRemove(() => schema.apply(pending, nowMs, check), removeCopy)
  return pending.map((migration) => migration.version)
}

/**
 * A server that is started again and again would fill the disk with copies of a database that nothing has changed. One
 * whose disk fails keeps its copy.
 */
async function applyOrRemove(apply: () => Promise<void>, removeCopy = () => {}): Promise<void> {
  try {
    await apply()
  } catch (error) {
    if (error instanceof MigrationError || storageTroubleOf(error) === 'full') removeCopy()
    throw error
  }
}

async function leftForLater(
  schema: MigratedSchema,
  { contracts = true }: MigrationPlan,
  pending: readonly Migration[],
): Promise<readonly Migration[]> {
  const waiting = canWait(pending)
  if (!contracts) return waiting
  const nodes = (await schema.workingNodes?.()) ?? []
  const blocked = waiting.findIndex((migration) => olderThan(nodes, migration).length > 0)
  return blocked === -1 ? [] : waiting.slice(blocked)
}

/** Refuses development databases from before the first release, whose migration 1 was a different one. */
async function assertReleased(
  schema: MigratedSchema,
  migrations: readonly Migration[],
  current: number,
): Promise<void> {
  const [first] = migrations
  if (first === undefined || (await schema.firstName()) === first.name) return
  throw new MigrationError(
    `the database has schema version ${current} of a development version from before the first release, which cannot be upgraded. ${schema.dialect === 'sqlite' ? 'Move the data folder away: the next start makes a new one.' : 'Name an empty database in SVC_DATABASE_URL.'}`,
  )
}

/** Before the commit of the pending migrations, or without any. */
function otherSchema(dialect: Dialect, pending: readonly Migration[]): MigrationError {
  const differs = 'than the one that this release expects'
  const otherPlace = dialect === 'sqlite' ? 'folder' : 'database in SVC_DATABASE_URL'
  return new MigrationError(
    pending.length === 0
      ? `the database has another schema ${differs}. It was changed by hand, or made by a development version from before the first release, which cannot be upgraded. Restore a backup that this release made, or name another ${otherPlace}.`
      : `${nameMigrations(pending)} would make another schema ${differs}: the database was changed by hand, or the release is at fault. Nothing was changed, and the release before still starts (svc help upgrade).`,
  )
}

/** `migration 2 (name)`, or `migrations 2 to 4`. */
export function nameMigrations(migrations: readonly Migration[]): string {
  const [first] = migrations
  const last = migrations.at(-1)
  return first === last
    ? `migration ${first?.version} (${first?.name})`
    : `migrations ${first?.version} to ${last?.version}`
}
