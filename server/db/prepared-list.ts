// Prepares queries with a condition on a list, such as `id in (...)`: one for each length, so that a long-lived process
// prepares few of them.

import type { Compilable, Kysely, Transaction } from 'kysely'
import { FilledList, type PreparedQuery, prepare } from './prepared.ts'
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
  const prepared = new Map<number, PreparedQuery<Given<Values>, Row>>()

  function ofSize(size: number): PreparedQuery<Given<Values>, Row> {
    const known = prepared.get(size)
    if (known) return known
    const query = prepare((db, { items, ...values }: Given<Values>) =>
      build(db, items as unknown as readonly string[], values as unknown as Values),
    )
    prepared.set(size, query)
    return query
  }

  return {
    async all(db, list, values) {
      if (list.length === 0) return []
      const items = filled(list)
      return ofSize(items.size).all(db, { ...values, items })
    },
    async run(trx, list, values) {
      if (list.length === 0) return 0
      const items = filled(list)
      return ofSize(items.size).run(trx, { ...values, items })
    },
  }
}

type Given<Values> = Values & { readonly items: FilledList }

function filled(list: readonly string[]): FilledList {
  if (list.length > listMax) {
    throw new Error(`a list of ${list.length} items is too long for one query`)
  }
  return new FilledList(list, 2 ** Math.ceil(Math.log2(list.length)))
}
