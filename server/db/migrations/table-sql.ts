// Turns the description of a table into the SQL that creates it. `dialects` holds everything that differs between
// databases.

import type { Dialect } from '../../kernel/dialect.ts'
import type {
  ColumnDefinition,
  ColumnType,
  Index,
  RefusedChange,
  TableDefinition,
} from './define-table.ts'

interface DialectWords {
  readonly types: Readonly<Record<ColumnType, string>>
  /** SQL after the columns. */
  readonly tableEnd: string
  /** SQL after `tableEnd` for a clustered table. */
  readonly clustered: string
  refusal(table: string, refusal: RefusedChange): string
}

const dialects: Readonly<Record<Dialect, DialectWords>> = {
  sqlite: {
    types: { integer: 'integer', real: 'real', text: 'text', blob: 'blob' },
    tableEnd: ' strict',
    clustered: ', without rowid',
    refusal: (table, { change, message }) =>
      `create trigger ${quoted(refusalName(table, change))} before ${change} on ${quoted(table)}
begin select raise(abort, ${literal(message)}); end`,
  },
  postgres: {
    // Ids compare by their bytes, as SQLite and JavaScript compare them.
    types: { integer: 'bigint', real: 'double precision', text: 'text collate "C"', blob: 'bytea' },
    tableEnd: '',
    clustered: '',
    refusal: (table, { change, message }) => {
      const name = quoted(refusalName(table, change))
      return `create function ${name}() returns trigger language plpgsql as
$refusal$ begin raise exception ${literal(message)}; end $refusal$;
create trigger ${name} before ${change} on ${quoted(table)} for each row execute function ${name}()`
    },
  },
}

/** Returns the statements that create these tables, their indexes and their triggers. */
export function createTables(tables: readonly TableDefinition[], dialect: Dialect): string {
  const words = dialects[dialect]
  const statements = tables.flatMap((table) => [
    createTable(table, words),
    ...table.indexes.map((index) => createIndex(table.name, index)),
    ...table.refusals.map((refusal) => words.refusal(table.name, refusal)),
  ])
  return statements.map((statement) => `${statement};\n`).join('')
}

function createTable(table: TableDefinition, words: DialectWords): string {
  const { keyColumns, uniqueColumns } = table
  const lines = [
    ...Object.entries(table.columns).map(([name, column]) => columnSql(name, column, words)),
    ...(keyColumns.length > 0 ? [`primary key ${listed(keyColumns)}`] : []),
    ...uniqueColumns.map((columns) => `unique ${listed(columns)}`),
  ]
  const end = `${words.tableEnd}${table.isClustered ? words.clustered : ''}`
  return `create table ${quoted(table.name)} (\n  ${lines.join(',\n  ')}\n)${end}`
}

function columnSql(name: string, column: ColumnDefinition, words: DialectWords): string {
  const { defaultValue, onlyValue, referredTable } = column
  return [
    quoted(name),
    words.types[column.type],
    ...(column.isNullable ? [] : ['not null']),
    ...(column.isKey ? ['primary key'] : []),
    ...(column.isUnique ? ['unique'] : []),
    ...(defaultValue === undefined ? [] : [`default ${literal(defaultValue)}`]),
    ...(onlyValue === undefined ? [] : [`check (${quoted(name)} = ${onlyValue})`]),
    ...(referredTable === undefined ? [] : [`references ${quoted(referredTable)} ("id")`]),
  ].join(' ')
}

function createIndex(table: string, { name, columns, where }: Index): string {
  const condition = where === undefined ? '' : ` where ${where}`
  return `create index ${quoted(name)} on ${quoted(table)} (${columns.map(indexed).join(', ')})${condition}`
}

function indexed(column: Index['columns'][number]): string {
  return typeof column === 'string' ? quoted(column) : column.expression
}

function refusalName(table: string, change: RefusedChange['change']): string {
  return `${table}_are_not_${change === 'update' ? 'changed' : 'removed'}`
}

function listed(columns: readonly string[]): string {
  return `(${columns.map(quoted).join(', ')})`
}

function quoted(name: string): string {
  return `"${name}"`
}

function literal(value: string | number): string {
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`
}
