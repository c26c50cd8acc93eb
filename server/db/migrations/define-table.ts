// Describes a table as data: its columns, keys, indexes and triggers against changes. table-sql.ts turns the
// description into SQL.

export type ColumnType = 'integer' | 'real' | 'text' | 'blob'

/** A column. Each property or method below returns the same column with one more property. */
export interface ColumnDefinition {
  readonly type: ColumnType
  readonly isNullable: boolean
  readonly isKey: boolean
  readonly isUnique: boolean
  /** The table whose `id` the column references. */
  readonly referredTable: string | undefined
  readonly defaultValue: string | number | undefined
  /** The only value that the column may have. */
  readonly onlyValue: number | undefined
  readonly nullable: ColumnDefinition
  readonly key: ColumnDefinition
  readonly unique: ColumnDefinition
  references(table: string): ColumnDefinition
  default(value: string | number): ColumnDefinition
  /** For a table of one row: the key `integer.key.always(1)` prevents a second. */
  always(value: number): ColumnDefinition
}

type ColumnProperties = Omit<
  ColumnDefinition,
  'nullable' | 'key' | 'unique' | 'references' | 'default' | 'always'
>

interface IndexOptions {
  /** SQL condition of a partial index. Default: all rows. */
  readonly where?: string
  /** Default: `<table>_by_<columns>`. */
  readonly name?: string
}

/** An indexed expression, in SQL that every dialect has, such as `lower(name)`. */
interface IndexedExpression {
  readonly expression: string
}

export interface Index {
  readonly name: string
  readonly columns: readonly (string | IndexedExpression)[]
  readonly where: string | undefined
}

/** A change of rows that a trigger refuses, with its error message. */
export interface RefusedChange {
  readonly change: 'update' | 'delete'
  readonly message: string
}

type TableProperties<Name extends string> = Omit<
  TableDefinition<Name>,
  'key' | 'unique' | 'index' | 'refuses' | 'clustered'
>

/** A table with columns of these names. Each method returns the same table with one more property. */
export interface TableDefinition<Name extends string = string> {
  readonly name: string
  readonly columns: Readonly<Record<Name, ColumnDefinition>>
  readonly keyColumns: readonly string[]
  readonly uniqueColumns: readonly (readonly string[])[]
  readonly indexes: readonly Index[]
  readonly refusals: readonly RefusedChange[]
  /** Whether the primary key itself holds the rows, in its order, where the database can do that. */
  readonly isClustered: boolean
  /** A primary key of several columns. */
  key(...columns: readonly Name[]): TableDefinition<Name>
  unique(...columns: readonly Name[]): TableDefinition<Name>
  /** An index with an expression needs a name. */
  index(
    columns: readonly (Name | IndexedExpression)[],
    options?: IndexOptions,
  ): TableDefinition<Name>
  refuses(change: RefusedChange['change'], message: string): TableDefinition<Name>
  /** For short rows: saves the separate index of the primary key. Its rows should not exceed 500 bytes. */
  clustered(): TableDefinition<Name>
}

export const integerColumn: ColumnDefinition = column('integer')
export const realColumn: ColumnDefinition = column('real')
export const textColumn: ColumnDefinition = column('text')
export const blobColumn: ColumnDefinition = column('blob')

export function table<Name extends string>(
  name: string,
  columns: Readonly<Record<Name, ColumnDefinition>>,
): TableDefinition<Name> {
  const none = { keyColumns: [], uniqueColumns: [], indexes: [], refusals: [] }
  return tableOf({ name, columns, ...none, isClustered: false })
}

function column(type: ColumnType): ColumnDefinition {
  return columnOf({
    type,
    isNullable: false,
    isKey: false,
    isUnique: false,
    referredTable: undefined,
    defaultValue: undefined,
    onlyValue: undefined,
  })
}

function columnOf(properties: ColumnProperties): ColumnDefinition {
  const and = (more: Partial<ColumnProperties>) => columnOf({ ...properties, ...more })
  return {
    ...properties,
    get nullable() {
      return and({ isNullable: true })
    },
    get key() {
      return and({ isKey: true })
    },
    get unique() {
      return and({ isUnique: true })
    },
    references: (referredTable) => and({ referredTable }),
    default: (defaultValue) => and({ defaultValue }),
    always: (onlyValue) => and({ onlyValue }),
  }
}

function tableOf<Name extends string>(properties: TableProperties<Name>): TableDefinition<Name> {
  const { name: table, uniqueColumns, indexes, refusals } = properties
  const and = (more: Partial<TableProperties<Name>>) => tableOf({ ...properties, ...more })
  return {
    ...properties,
    key: (...keyColumns) => and({ keyColumns }),
    unique: (...columns) => and({ uniqueColumns: [...uniqueColumns, columns] }),
    index(columns, { where, name = `${table}_by_${columns.join('_')}` } = {}) {
      return and({ indexes: [...indexes, { name, columns, where }] })
    },
    refuses: (change, message) => and({ refusals: [...refusals, { change, message }] }),
    clustered: () => and({ isClustered: true }),
  }
}
