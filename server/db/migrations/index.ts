// All migrations, in order. A released migration is never edited; a change is a new one.

import type { MigrationKind } from '../../kernel/applied-migration.ts'
import type { Dialect } from '../../kernel/dialect.ts'
import type { Trx } from '../transaction.ts'
import { initialTables } from './0001-initial.ts'
import { createTables } from './table-sql.ts'

export interface Migration {
  readonly version: number
  readonly name: string
  /**
   * `additive` adds only what an older release can overlook: it works beside it. `rewriting` writes rows anew.
   * `contracting` removes what an older release needs and this one neither reads nor writes, so this one works before
   * and after it. It is shown by `svc upgrade check`.
   */
  readonly kind: MigrationKind
  /** Tables whose rows are written anew. */
  readonly rewrites?: readonly string[]
  /** `trx` and `connection` write in the same transaction. */
  up(trx: Trx, connection: MigratedConnection): Promise<void>
}

/** Runs several SQL statements at once, which costs far less than building and preparing each of them. */
export interface MigratedConnection {
  readonly dialect: Dialect
  run(statements: string): Promise<void>
}

export const migrations: readonly Migration[] = [
  { version: 1, name: 'initial', kind: 'additive', up: createInitial },
]

/** The version of the schema that this release makes. */
export const newestSchema = migrations.at(-1)?.version ?? 0

async function createInitial(_trx: Trx, { dialect, run }: MigratedConnection): Promise<void> {
  await run(createTables(initialTables, dialect))
}
