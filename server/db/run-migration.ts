// Runs one migration, and tells by its name which one failed, why, and what to do.

import { codeOf } from '../kernel/has-code.ts'
import { MigrationError } from './migrate.ts'
import type { MigratedConnection, Migration } from './migrations/index.ts'
import { withoutValues } from './postgres/postgres-errors.ts'
import { isDamage } from './sqlite/sqlite-errors.ts'
import { storageTroubleOf } from './storage-trouble.ts'
import type { Trx } from './transaction.ts'

/**
 * The caller undoes the transaction. An error that is not the migration's (a full disk, a lost connection, a missing
 * right, a damaged page) is thrown as it is: it has advice of its own.
 * @throws MigrationError
 */
export async function runMigration(
  migration: Migration,
  trx: Trx,
  connection: MigratedConnection,
): Promise<void> {
  try {
    await migration.up(trx, connection)
  } catch (error) {
    if (error instanceof MigrationError || isDamage(error)) throw error
    if (storageTroubleOf(error) !== undefined) throw error
    const { version, name } = migration
    const advice = version === 1 ? '' : ` ${wayBack[connection.dialect]}`
    throw new MigrationError(
      `migration ${version} (${name}) failed: ${reasonOf(error)}. Nothing was changed.${advice} Send this message to whoever gave you the release.`,
    )
  }
}

const wayBack = {
  sqlite:
    'The release before still fits the database: svc upgrade apply starts it again by itself; after a start by hand, svc rollback does (svc help upgrade).',
  postgres:
    'The release before still fits the database: its nodes go on, and a stopped one starts again with it (svc help nodes).',
} as const

/** SQLite's, and the classes of PostgreSQL. */
const databaseCode = /^(?:SQLITE_[A-Z_]+|(?:\d\d|F0|HV|P0|XX)[0-9A-Z]{3})$/

/** What the database said, without values of rows. Of any other error only its place: its message may quote a value. */
function reasonOf(error: unknown): string {
  const code = codeOf(error)
  if (error instanceof Error && databaseCode.test(code)) {
    withoutValues(error)
    return `${error.message} (${code})`
  }
  if (!(error instanceof Error)) return typeof error
  const place = placeOf(error)
  return place === undefined ? error.name : `${error.name} at ${place}`
}

/** File, line and column of the first frame that has a file. */
function placeOf({ stack = '' }: Error): string | undefined {
  return stack
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .map((line) => line.slice(line.lastIndexOf('/') + 1).replace(')', ''))
    .find((place) => /^[\w.-]+:\d+:\d+$/.test(place))
}
