// What the tests of migrating share: migrations made of plain SQL, and plans that expect their result.

import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { sql } from 'kysely'
import type { MigrationPlan } from '../../../server/db/migrate.ts'
import type { Migration } from '../../../server/db/migrations/index.ts'
import type { OpenedDb } from '../../../server/db/sqlite/open-db.ts'
import { openDb } from '../../../server/db/sqlite/open-db.ts'
import { dumpSchema } from '../../../server/db/sqlite/sqlite-schema.ts'
import { tempFolder } from '../../support/temp-folder.ts'

interface EmptyDatabase {
  readonly db: OpenedDb
  readonly file: string
  readonly folder: string
}

export function openEmpty(t: TestContext): EmptyDatabase {
  const folder = tempFolder(t)
  const file = join(folder, 'svc.db')
  const db = openDb(file)
  t.after(() => db.close())
  return { db, file, folder }
}

/** A migration of a few statements, named `step <version>`. */
export function step(version: number, ...statements: readonly string[]): Migration {
  return {
    version,
    name: `step ${version}`,
    kind: 'additive',
    async up(trx) {
      for (const statement of statements) await sql.raw(statement).execute(trx)
    },
  }
}

/** The schema that these migrations give on a database of their own. */
export async function schemaAfter(t: TestContext, steps: readonly Migration[]): Promise<string> {
  const { db } = openEmpty(t)
  await db.schema.apply(steps, 0, () => {})
  return dumpSchema(db.raw)
}

/** A plan that expects what its migrations give. */
export async function planOf(
  t: TestContext,
  backupFolder: string,
  steps: readonly Migration[],
): Promise<MigrationPlan> {
  return { migrations: steps, expectedSchema: await schemaAfter(t, steps), backupFolder }
}
