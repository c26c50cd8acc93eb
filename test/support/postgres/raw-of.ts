// A second connection to the database of an appliance, past the product: to its SQLite file, or to PostgreSQL.

import type { TestContext } from 'node:test'
import { type Appliance, databaseFile } from '../../../server/appliance.ts'
import { openConnection } from '../../../server/db/sqlite/connection.ts'
import { rawOnPostgres } from './raw-postgres.ts'

/** The methods that both engines have. */
interface RawDatabase {
  prepare(text: string): {
    get(...values: readonly unknown[]): unknown
    all(...values: readonly unknown[]): unknown
    run(...values: readonly unknown[]): unknown
  }
  exec(text: string): unknown
}

export function rawOf(
  t: Pick<TestContext, 'after'>,
  { config, secrets }: Pick<Appliance, 'config' | 'secrets'>,
): RawDatabase {
  if (secrets.databaseUrl !== undefined) return rawOnPostgres(secrets.databaseUrl)
  const connection = openConnection(databaseFile(config))
  t.after(() => connection.close())
  return connection
}
