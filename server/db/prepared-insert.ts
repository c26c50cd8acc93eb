// Prepares inserts. On PostgreSQL the rows of many works go in one statement, so that they cost one round trip.

import type { Compilable, InsertQueryBuilder, InsertResult, Kysely } from 'kysely'
import { selectRecords, takesRecords, writeRecords } from './postgres/records.ts'
import { type PreparedQuery, prepare } from './prepared.ts'
import type { Schema } from './schema.ts'
import type { Together, Trx } from './transaction.ts'

type Table = keyof Schema & string

interface PreparedInsert<Row extends object> extends Together<Row> {
  /** Returns the number of rows that were inserted or updated. */
  run(trx: Trx, row: Row): Promise<number>
  /** Inserts in the order of the rows. Returns the number of rows that were inserted or updated. */
  writeAll(trx: Trx, rows: readonly Row[]): Promise<number>
}

type Ending<Name extends Table> = (
  insert: InsertQueryBuilder<Schema, Name, InsertResult>,
) => Compilable<unknown>

/**
 * Prepares an insert into a table; all rows have the same columns. `end` may add what happens in a conflict. Where that
 * is an update, the rows of one call must not meet each other in it.
 */
export function prepareInsert<Name extends Table>(
  table: Name,
  end: Ending<Name> = (insert) => insert,
): PreparedInsert<Schema[Name]> {
  type Row = Schema[Name]
  const one: PreparedQuery<Row, unknown> = prepare((db, row: Row) =>
    end(insertInto(db, table).values(row as never)),
  )
  let many: PreparedQuery<{ readonly rows: string }, unknown> | undefined

  async function runEach(trx: Trx, rows: readonly Row[]): Promise<number> {
    let written = 0
    for (const row of rows) written += await one.run(trx, row)
    return written
  }

  return {
    run: one.run,
    isInLane: false,
    async writeAll(trx, rows) {
      const [first] = rows
      if (first === undefined) return 0
      if (rows.length === 1 || !takesRecords(trx)) return runEach(trx, rows)
      const columns = Object.keys(first)
      many ??= prepare((db, { rows: records }) =>
        end(
          insertInto(db, table)
            .columns(columns as never)
            .expression(selectRecords(table, columns, records)),
        ),
      )
      return many.run(trx, { rows: writeRecords(rows) })
    },
  }
}

function insertInto<Name extends Table>(db: Kysely<Schema>, table: Name) {
  return db.insertInto(table) as unknown as InsertQueryBuilder<Schema, Name, InsertResult>
}
