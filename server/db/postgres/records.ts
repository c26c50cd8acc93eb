// Many rows as one parameter of a statement of PostgreSQL.

import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'

export function takesRecords(db: Pick<Kysely<never>, 'getExecutor'>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/** Selects the columns of the rows that `writeRecords` wrote, in their order, with the types of the table. */
export function selectRecords(
  table: string,
  columns: readonly string[],
  records: string,
): RawBuilder<unknown> {
  const named = sql.join(columns.map((column) => sql.ref(column)))
  return sql`select ${named} from json_populate_recordset(null::${sql.table(table)}, ${records}::json)`
}

export function writeRecords(rows: readonly object[]): string {
  return JSON.stringify(rows.map(toRecord))
}

function toRecord(row: object): Readonly<Record<string, unknown>> {
  const record: Record<string, unknown> = {}
  for (const [column, value] of Object.entries(row)) record[column] = toJsonValue(value)
  return record
}

function toJsonValue(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  // Half of a surrogate pair is no text in JSON; sent alone it would be replaced as well.
  return typeof value === 'string' ? value.toWellFormed() : value
}
