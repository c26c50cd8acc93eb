// Reads and writes the tables of a SQLite database for a copy.

import {
  type CopiedKey,
  type CopiedRow,
  columnList,
  quoted,
  selectAfter,
  selectLastKey,
} from '../copy/copied-rows.ts'
import type { CopySide } from '../copy/copy-side.ts'
import type { RawConnection } from './connection.ts'

/** @param raw stays open; nobody else reads its database, so every copy of its log is of all of it and is repeated */
export function sqliteSide(raw: RawConnection): CopySide {
  raw.pragma('wal_autocheckpoint = 1000')
  const prepare = (sql: string) => raw.prepare<unknown[]>(sql)
  const rowsOf = (sql: string, values: readonly unknown[]) =>
    prepare(sql)
      .raw(true)
      .all(...values) as CopiedRow[]
  return {
    async read(table, after, limit) {
      const sql = selectAfter(table, after !== undefined, () => '?')
      return rowsOf(sql, [...(after ?? []), limit])
    },
    async lastKey(table) {
      return rowsOf(selectLastKey(table), [])[0] as CopiedKey | undefined
    },
    async insert(table, rows) {
      const places = table.columns.map(() => '?').join(', ')
      const sql = `insert into ${quoted(table.name)} (${columnList(table)}) values (${places})`
      const statement = prepare(sql)
      raw.transaction(() => {
        for (const row of rows) statement.run(...row)
      })()
    },
    async analyse() {
      raw.exec('analyze')
    },
    close: async () => {},
  }
}
