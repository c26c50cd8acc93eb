// Reads and writes the tables of a PostgreSQL database for a copy, over a connection of its own.

import type { PostgresPoolClient } from 'kysely'
import {
  type CopiedKey,
  type CopiedRow,
  columnList,
  quoted,
  selectAfter,
  selectLastKey,
} from '../copy/copied-rows.ts'
import type { CopySide } from '../copy/copy-side.ts'
import type { ColumnType } from '../migrations/define-table.ts'
import { openPool } from './connection-pool.ts'
import type { PostgresPlace } from './open-postgres.ts'

const arrayTypes: Readonly<Record<ColumnType, string>> = {
  integer: 'bigint[]',
  real: 'double precision[]',
  text: 'text[]',
  blob: 'bytea[]',
}

/** Connects with the first call. */
export function postgresSide({
  address,
  caFile,
}: Pick<PostgresPlace, 'address' | 'caFile'>): CopySide {
  const pool = openPool({
    address,
    caFile,
    name: 'svc copy',
    connectionsMax: 1,
    statementTimeoutMs: 0,
  })

  async function query(sql: string, values: readonly unknown[]): Promise<readonly CopiedRow[]> {
    const client: PostgresPoolClient = await pool.connect()
    try {
      const { rows } = await client.query<Record<string, CopiedRow[number]>>(sql, values)
      return rows.map((row) => Object.values(row))
    } finally {
      client.release()
    }
  }

  return {
    read(table, after, limit) {
      const sql = selectAfter(table, after !== undefined, (number) => `$${number}`)
      return query(sql, [...(after ?? []), limit])
    },
    async lastKey(table) {
      const [key] = await query(selectLastKey(table), [])
      return key as CopiedKey | undefined
    },
    // One array a column: one statement, however many rows.
    async insert(table, rows) {
      const arrays = table.columns.map(({ type }, index) => `$${index + 1}::${arrayTypes[type]}`)
      const sql = `insert into ${quoted(table.name)} (${columnList(table)}) select * from unnest(${arrays.join(', ')})`
      await query(
        sql,
        table.columns.map((_, place) => rows.map((row) => row[place])),
      )
    },
    async analyse() {
      await query('analyze', [])
    },
    close: () => pool.end(),
  }
}
