// Prepares inserts. Many rows go in one statement: on PostgreSQL all, and those of many works, so that they cost one
// round trip; on SQLite some, because a statement costs as much as half a row.

import {
  type Compilable,
  type InsertQueryBuilder,
  type InsertResult,
  type Kysely,
  sql,
} from 'kysely'
import { selectRecords, takesRecords, writeRecords } from './postgres/records.ts'
import { FilledList, type PreparedQuery, prepare } from './prepared.ts'
import type { Schema } from './schema.ts'
import type { Together, Trx } from './transaction.ts'

type Table = keyof Schema & string

/** Rows of one statement on SQLite; what is left over goes row by row. */
const rowsTogether = 16

interface PreparedInsert<Row extends object> extends Together<Row> {
  /** Returns the number of rows that were inserted or updated. */
  run(trx: Trx, row: Row): Promise<number>
  /** Inserts in the order of the rows. Returns the number of rows that were inserted or updated. */
  writeAll(trx: Trx, rows: readonly Row[]): Promise<number>
  /** Builds the statement that inserts many rows on PostgreSQL. */
  build(db: Kysely<Schema>, columns: readonly string[], records: string): Compilable<unknown>
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

  const some = prepareSome(table, end, one)

  const build = (db: Kysely<Schema>, named: readonly string[], records: string) =>
    end(
      insertInto(db, table)
        .columns(named as never)
        .expression(selectRecords(table, named, records)),
    )

  return {
    build,
    run: one.run,
    isInLane: false,
    async writeAll(trx, rows) {
      const [first] = rows
      if (first === undefined) return 0
      if (rows.length === 1) return one.run(trx, first)
      if (!takesRecords(trx)) return some(trx, rows)
      const columns = Object.keys(first)
      many ??= prepare((db, { rows: records }) => build(db, columns, records))
      return many.run(trx, { rows: writeRecords(rows) })
    },
  }
}

/** Prepares the insert of many rows on SQLite. */
function prepareSome<Name extends Table>(
  table: Name,
  end: Ending<Name>,
  one: PreparedQuery<Schema[Name], unknown>,
) {
  type Row = Schema[Name]
  type Column = keyof Row & string
  /** In the order of the statement. */
  let columns: readonly Column[] | undefined
  let some: PreparedQuery<{ readonly cells: FilledList }, unknown> | undefined

  return async (trx: Trx, rows: readonly Row[]): Promise<number> => {
    const names = columns ?? (Object.keys(rows[0] ?? {}) as Column[])
    columns = names
    some ??= prepare((db, { cells }) => {
      const placeholders = cells as unknown as readonly unknown[]
      return end(insertInto(db, table).values(rowsOf(names, placeholders) as never))
    })
    let written = 0
    let next = 0
    for (; next + rowsTogether <= rows.length; next += rowsTogether) {
      const cells: unknown[] = []
      for (const row of rows.slice(next, next + rowsTogether)) {
        for (const name of names) cells.push(row[name])
      }
      written += await some.run(trx, { cells: new FilledList(cells, cells.length) })
    }
    for (const row of rows.slice(next)) written += await one.run(trx, row)
    return written
  }
}

function rowsOf(names: readonly string[], cells: readonly unknown[]): readonly object[] {
  return Array.from({ length: rowsTogether }, (_, row) =>
    Object.fromEntries(names.map((name, place) => [name, cells[row * names.length + place]])),
  )
}

/** Items, and what writes them. */
interface Part {
  readonly together: Together<never>
  readonly items: readonly unknown[]
}

/**
 * The statements for inserts into several tables, by the places of the inserts, which each connection keeps prepared:
 * one for each set of tables that works write together, whoever comes first.
 */
const combined = new Map<string, PreparedQuery<Readonly<Record<string, string>>, unknown>>()
const places = new Map<Together<never>, number>()

/**
 * Writes the items of all parts: in their order, or on PostgreSQL all prepared inserts in one statement first.
 * PostgreSQL leaves open in which order that statement inserts, so the rows must be new: they wait for no other
 * transaction then.
 */
export async function writeParts(trx: Trx, parts: readonly Part[]): Promise<void> {
  const inserts = takesRecords(trx) ? parts.filter(isInsert) : []
  const isCombined = inserts.length > 1
  if (isCombined) await insertCombined(trx, inserts)
  for (const part of parts) {
    if (!(isCombined && isInsert(part))) await part.together.writeAll(trx, part.items as never)
  }
}

interface InsertPart extends Part {
  readonly together: PreparedInsert<never>
}

function isInsert(part: Part): part is InsertPart {
  return 'build' in part.together
}

/** PostgreSQL checks at the end of the statement that the rows that others refer to exist, so any order will do. */
async function insertCombined(trx: Trx, parts: readonly InsertPart[]): Promise<void> {
  const inserts = parts.toSorted((one, other) => placeOf(one.together) - placeOf(other.together))
  const name = inserts.map(({ together }) => placeOf(together)).join(' ')
  const query =
    combined.get(name) ??
    prepare((db, records: Readonly<Record<string, string>>) => {
      const list = inserts.map(({ together, items }, place) => {
        const built = together.build(
          db,
          Object.keys(Object(items[0])),
          records[`rows_${place}`] ?? '',
        )
        return sql`${sql.ref(`rows_${place}`)} as (${built})`
      })
      const statement = sql`with ${sql.join(list)} select 1`
      return { compile: () => statement.compile(db) }
    })
  combined.set(name, query)
  const records = inserts.map(({ items }, place) => [
    `rows_${place}`,
    writeRecords(items as readonly object[]),
  ])
  await query.all(trx, Object.fromEntries(records))
}

function placeOf(insert: Together<never>): number {
  const place = places.get(insert) ?? places.size
  places.set(insert, place)
  return place
}

function insertInto<Name extends Table>(db: Kysely<Schema>, table: Name) {
  return db.insertInto(table) as unknown as InsertQueryBuilder<Schema, Name, InsertResult>
}
