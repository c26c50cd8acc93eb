// Prepares queries with a condition on a list, such as `id in (...)`: one for each length, so that a long-lived process
// prepares few of them.

import type { Compilable, Kysely, Transaction } from 'kysely'
import { type PreparedQuery, prepare } from './prepared.ts'
import type { Schema } from './schema.ts'

type Reader = Kysely<Schema>
type Trx = Transaction<Schema>

interface PreparedListQuery<Values extends object, Row> {
  /** Returns all rows; no rows for an empty list. */
  all(db: Reader, list: readonly string[], values: Values): Promise<readonly Row[]>
  /** For a query that writes. Returns the number of rows that it updated or deleted. */
  run(trx: Trx, list: readonly string[], values: Values): Promise<number>
}

/** SQLite takes 32 766 parameters in a query, PostgreSQL 65 535. */
const listMax = 16_384

/**
 * Prepares a query with a list, as `prepare` does without one. `build` gets the list with a placeholder for each item
 * and may pass it to `in` only: a list is filled up to the next power of two with its last item, which `in` ignores.
 * A query throws for more than 16 384 items.
 */
export function prepareList<Values extends object, Row>(
  build: (db: Reader, list: readonly string[], values: Values) => Compilable<Row>,
): PreparedListQuery<Values, Row> {
  const prepared = new Map<number, PreparedQuery<object, Row>>()

  function ofSize(size: number): PreparedQuery<object, Row> {
    const known = prepared.get(size)
    if (known) return known
    const query = prepare((db, given: object) => {
      const { items, values } = separate<Values>(given, size)
      return build(db, items, values)
    })
    prepared.set(size, query)
    return query
  }

  return {
    async all(db, list, values) {
      if (list.length === 0) return []
      const size = filledSize(list.length)
      return ofSize(size).all(db, together(list, size, values))
    },
    async run(trx, list, values) {
      if (list.length === 0) return 0
      const size = filledSize(list.length)
      return ofSize(size).run(trx, together(list, size, values))
    },
  }
}

function filledSize(length: number): number {
  if (length > listMax) throw new Error(`a list of ${length} items is too long for one query`)
  return 2 ** Math.ceil(Math.log2(length))
}

/** Names the items by their index; names of values are words. */
function together(list: readonly string[], size: number, values: object): object {
  const given: Record<string, unknown> = { ...values }
  for (let index = 0; index < size; index += 1) given[index] = list[index] ?? list.at(-1)
  return given
}

function separate<Values extends object>(
  given: object,
  size: number,
): { readonly items: readonly string[]; readonly values: Values } {
  const all = given as Readonly<Record<string, string>>
  const items = Array.from({ length: size }, (_, index) => all[index] as string)
  const values = Object.fromEntries(
    Object.entries(given).filter(([name]) => Number.isNaN(Number(name))),
  )
  return { items, values: values as Values }
}
