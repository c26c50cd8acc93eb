// Looks at a database without migrating it: its schema version, its size and how many rows each table has. For commands
// of another release than the one that wrote it.

import { statSync } from 'node:fs'
import { sql } from 'kysely'
import { openDb } from './open-db.ts'
import { schemaVersion } from './schema-version.ts'

export interface DatabaseLook {
  readonly schemaVersion: number
  readonly bytes: number
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
