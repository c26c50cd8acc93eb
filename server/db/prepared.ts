// Prepares queries: each is built and compiled once and then only gets its values. Building a query with Kysely takes
// three times as long as SQLite takes to run it, so stores prepare the queries that every request runs.

import {
  type Compilable,
  CompiledQuery,
  type Kysely,
  PostgresAdapter,
  type Transaction,
} from 'kysely'
import { nameStatement } from './postgres/statement-names.ts'
import type { Schema } from './schema.ts'
import { SqliteConnectionAdapter } from './sqlite/sqlite-connection.ts'

type Reader = Kysely<Schema>
type Trx = Transaction<Schema>

export interface PreparedQuery<Values extends object, Row> {
  all(db: Reader, values: Values): Promise<readonly Row[]>
  first(db: Reader, values: Values): Promise<Row | undefined>
  /** For a query that writes. Returns the number of rows that it inserted, updated or deleted. */
  run(trx: Trx, values: Values): Promise<number>
}

/**
 * Prepares a query. `build` runs once, with a placeholder for each value: it may pass `values` and each of its fields
 * to Kysely, but not compute with them, compare them or use one as a list. All calls give the same fields. A field
 * must not be undefined: the driver would bind NULL for it.
 */
export function prepare<Values extends object, Row>(
  build: (db: Reader, values: Values) => Compilable<Row>,
): PreparedQuery<Values, Row> {
  let forSqlite: Compiled | undefined
  let forPostgres: Compiled | undefined

  /** One compiled query serves all databases of a dialect. */
  function compiledFor(db: Reader, values: Values): Compiled {
    if (db.getExecutor().adapter instanceof PostgresAdapter) {
      forPostgres ??= named(compile(build, db, values))
      return forPostgres
    }
    forSqlite ??= compile(build, db, values)
    return forSqlite
  }

  function bind(db: Reader, values: Values): BoundQuery {
    const compiled = compiledFor(db, values)
    return { compiled, parameters: parametersOf(compiled, values) }
  }

  return {
    async all(db, values) {
      const { compiled, parameters } = bind(db, values)
      const { adapter } = db.getExecutor()
      assertOpen(db)
      if (adapter instanceof SqliteConnectionAdapter) {
        return adapter.all(compiled.query.sql, parameters) as Row[]
      }
      return (await db.executeQuery<Row>({ ...compiled.query, parameters })).rows
    },
    async first(db, values) {
      const { compiled, parameters } = bind(db, values)
      const { adapter } = db.getExecutor()
      assertOpen(db)
      if (adapter instanceof SqliteConnectionAdapter) {
        return adapter.first(compiled.query.sql, parameters) as Row | undefined
      }
      return (await db.executeQuery<Row>({ ...compiled.query, parameters })).rows[0]
    },
    async run(trx, values) {
      const { compiled, parameters } = bind(trx, values)
      const { adapter } = trx.getExecutor()
      assertOpen(trx)
      if (adapter instanceof SqliteConnectionAdapter) {
        return adapter.run(compiled.query.sql, parameters)
      }
      const result = await trx.executeQuery({ ...compiled.query, parameters })
      return Number(result.numAffectedRows ?? 0n)
    },
  }
}

/**
 * Like `prepare`, for a query whose conditions depend on which values are given: undefined ones are left out, and
 * each combination is prepared once. `build` may compare values with undefined.
 */
export function prepareOptional<Values extends object, Row>(
  build: (db: Reader, values: Values) => Compilable<Row>,
): PreparedQuery<Values, Row> {
  const prepared = new Map<string, PreparedQuery<Values, Row>>()

  function queryFor(names: string): PreparedQuery<Values, Row> {
    const known = prepared.get(names)
    if (known !== undefined) return known
    const query = prepare(build)
    prepared.set(names, query)
    return query
  }

  function withGiven(values: Values): readonly [PreparedQuery<Values, Row>, Values] {
    const given: Partial<Values> = {}
    let names = ''
    for (const name in values) {
      if (values[name] === undefined) continue
      given[name] = values[name]
      names += ` ${name}`
    }
    return [queryFor(names), given as Values]
  }

  return {
    async all(db, values) {
      const [query, given] = withGiven(values)
      return query.all(db, given)
    },
    async first(db, values) {
      const [query, given] = withGiven(values)
      return query.first(db, given)
    },
    async run(trx, values) {
      const [query, given] = withGiven(values)
      return query.run(trx, given)
    },
  }
}

/** Prepares a command without values, such as `release savepoint work`. */
export function prepareCommand(sql: string): PreparedQuery<object, unknown> {
  return prepare(() => ({ compile: () => CompiledQuery.raw(sql) }))
}

/** PostgreSQL keeps the plan of a query that has a name. */
function named(compiled: Compiled): Compiled {
  nameStatement(compiled.query.sql)
  return compiled
}

interface Compiled {
  readonly query: CompiledQuery
  /** Names of all values. */
  readonly names: readonly string[]
  /** Where the parameters of the query come from, in their order: values that it was built with, or given ones. */
  readonly sources: readonly unknown[]
}

interface BoundQuery {
  readonly compiled: Compiled
  readonly parameters: readonly unknown[]
}

function compile<Values extends object>(
  build: (db: Reader, values: Values) => Compilable<unknown>,
  db: Reader,
  values: Values,
): Compiled {
  const names = Object.keys(values)
  const placeholders = Object.fromEntries(names.map((name) => [name, placeholderFor(name, values)]))
  const query = build(db, placeholders as Values).compile()
  // The items of a list stand together; the first stands for all.
  const isFurtherItem = (source: unknown) => source instanceof Item && source.place > 0
  return { query, names, sources: query.parameters.filter((source) => !isFurtherItem(source)) }
}

function placeholderFor(name: string, values: object): unknown {
  const value: unknown = Object(values)[name]
  if (!(value instanceof FilledList)) return new Placeholder(name)
  return Array.from({ length: value.size }, (_, place) => new Item(name, place))
}

function parametersOf({ sources, names }: Compiled, values: object): readonly unknown[] {
  const given = values as Readonly<Record<string, unknown>>
  let count = 0
  for (const _name in given) count += 1
  if (count !== names.length) throw new Error(`the query was prepared for ${names.join(', ')}`)
  const parameters: unknown[] = []
  for (const source of sources) {
    if (!(source instanceof Placeholder)) {
      parameters.push(source)
      continue
    }
    const value = given[source.name]
    // The driver would bind it as NULL.
    if (value === undefined) throw new Error(`the query needs a value for ${source.name}`)
    if (value instanceof FilledList) value.addTo(parameters)
    else parameters.push(value)
  }
  return parameters
}

/** A list of values, bound as it is. */
export class FilledList {
  readonly size: number
  readonly #items: readonly unknown[]

  /** @param size as many values are bound: the last item fills the list up */
  constructor(items: readonly unknown[], size: number) {
    this.size = size
    this.#items = items
  }

  addTo(parameters: unknown[]): void {
    for (const item of this.#items) {
      if (item === undefined) throw new Error('the query needs a value for each item of its list')
      parameters.push(item)
    }
    const last = this.#items.at(-1)
    for (let place = this.#items.length; place < this.size; place += 1) parameters.push(last)
  }
}

/** Stands for a value while the query is built. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }

  /** Computing with it would bake the result into the query. */
  [Symbol.toPrimitive](): never {
    throw new Error(`${this.name} is known only when the query runs`)
  }

  toJSON(): never {
    return this[Symbol.toPrimitive]()
  }
}

/** Stands for an item of a list. */
class Item extends Placeholder {
  readonly place: number

  constructor(list: string, place: number) {
    super(list)
    this.place = place
  }
}

/** Kysely refuses queries of an ended transaction. Queries that bypass its executor need the same check. */
function assertOpen(db: Reader | Trx): void {
  if ('isCommitted' in db && (db.isCommitted || ('isRolledBack' in db && db.isRolledBack))) {
    throw new Error('the transaction has ended: await every query before its work returns')
  }
}
