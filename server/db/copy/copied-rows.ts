// Describes how the rows of a table are copied between databases: its columns, its key and their order.

import { initialTables } from '../migrations/0001-initial.ts'
import type { ColumnType, TableDefinition } from '../migrations/define-table.ts'

/** A value as both engines give and take it. */
export type CopiedValue = string | number | Buffer | null

/** The values of a row, in the order of `CopiedTable.columns`. */
export type CopiedRow = readonly CopiedValue[]

/** The values of a primary key, in the order of `CopiedTable.keyPlaces`. */
export type CopiedKey = readonly CopiedValue[]

export interface CopiedTable {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[]
  /** Indexes of the columns of the primary key. */
  readonly keyPlaces: readonly number[]
}

/** Says whether a database is the start or the end of a move, so it differs between the two. */
const ownTable = 'database_move'

/** All tables with rows to copy, each after the tables that it references. */
export const copiedTables: readonly CopiedTable[] = initialTables
  .filter(({ name }) => name !== ownTable)
  .map(describe)

function describe(table: TableDefinition): CopiedTable {
  const columns = Object.entries(table.columns).map(([name, { type }]) => ({ name, type }))
  const single = Object.entries(table.columns).filter(([, { isKey }]) => isKey)
  const keys = table.keyColumns.length > 0 ? table.keyColumns : single.map(([name]) => name)
  const keyPlaces = keys.map((key) => columns.findIndex(({ name }) => name === key))
  if (keyPlaces.length === 0) throw new Error(`${table.name} has no primary key`)
  return { name: table.name, columns, keyPlaces }
}

export function keyOf({ keyPlaces }: CopiedTable, row: CopiedRow): CopiedKey {
  return keyPlaces.map((place) => row[place] ?? null)
}

/**
 * Returns the query of the rows after a key, in the order of the key: texts by their bytes on both engines.
 * @param placeholder of the n-th value, from 1: the key's values, then the number of rows
 */
export function selectAfter(
  table: CopiedTable,
  hasKey: boolean,
  placeholder: (number: number) => string,
): string {
  const keys = keyColumns(table)
  const given = keys.map((_, index) => placeholder(index + 1))
  const condition = hasKey ? ` where (${keys.join(', ')}) > (${given.join(', ')})` : ''
  const limit = placeholder(hasKey ? keys.length + 1 : 1)
  return `select ${columnList(table)} from ${quoted(table.name)}${condition} order by ${keys.join(', ')} limit ${limit}`
}

/** Returns the query of the greatest key. */
export function selectLastKey(table: CopiedTable): string {
  const keys = keyColumns(table)
  const newestFirst = keys.map((key) => `${key} desc`)
  return `select ${keys.join(', ')} from ${quoted(table.name)} order by ${newestFirst.join(', ')} limit 1`
}

export function columnList({ columns }: CopiedTable): string {
  return columns.map(({ name }) => quoted(name)).join(', ')
}

export function quoted(name: string): string {
  return `"${name}"`
}

function keyColumns({ columns, keyPlaces }: CopiedTable): readonly string[] {
  return keyPlaces.map((place) => quoted(columns[place]?.name ?? ''))
}
