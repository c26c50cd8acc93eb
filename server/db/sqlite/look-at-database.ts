// Looks at a database without migrating it: its schema version, its size and how many rows each table has. For commands
// of another release than the one that wrote it.

import { statSync } from 'node:fs'
import { sql } from 'kysely'
import { openDb } from './open-db.ts'
import { schemaVersion } from './schema-version.ts'

export interface DatabaseLook {
  readonly schemaVersion: number
  readonly bytes: number
  /** Rows by table. */
  readonly rows: ReadonlyMap<string, number>
}

/** @param named only these tables, those of them that exist; all without it */
export async function lookAtDatabase(
  file: string,
  named?: readonly string[],
): Promise<DatabaseLook> {
  const db = openDb(file)
  try {
    const { rows: tables } = await sql<{ name: string }>`
      select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`.execute(
      db.reader,
    )
    const wanted = tables.map(({ name }) => name).filter((name) => named?.includes(name) ?? true)
    const rows = new Map<string, number>()
    for (const name of wanted) {
      const counted = await sql<{ count: number }>`
        select count(*) as count from ${sql.table(name)}`.execute(db.reader)
      rows.set(name, Number(counted.rows[0]?.count ?? 0))
    }
    return { schemaVersion: schemaVersion(db.raw), bytes: statSync(file).size, rows }
  } finally {
    await db.close()
  }
}

/**
 * Counts the entries of the audit log that users and commands have caused, and those of erasures. What a server records by
 * itself, as at each start, does not count, nor does what clients ask for again and again.
 */
export async function countCausedEntries(file: string): Promise<number> {
  const db = openDb(file)
  try {
    const { count } = await db.reader
      .selectFrom('audit_entries')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where((where) =>
        where.or([
          where('actor_kind', 'in', ['user', 'cli']),
          where('action', 'in', ['verification.erased', 'verification.images_erased']),
        ]),
      )
      .executeTakeFirstOrThrow()
    return Number(count)
  } finally {
    await db.close()
  }
}
