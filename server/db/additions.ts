// Writes what the works of a commit added to counters: each row once, in one order for all tables and processes, so
// that two commits that add to the same rows never wait for each other in a circle.

import type { Counters, RunningWork, Trx } from './transaction.ts'

/** Call it last in the transaction: the rows stay locked until the commit. */
export async function writeAdditions(trx: Trx, works: readonly RunningWork[]): Promise<void> {
  const sums = new Map<Counters<unknown>, Map<string, unknown>>()
  for (const { counters, row } of works.flatMap(({ additions }) => additions)) {
    const rows = sums.get(counters) ?? new Map<string, unknown>()
    sums.set(counters, rows)
    const name = counters.nameOf(row)
    const sum = rows.get(name)
    rows.set(name, sum === undefined ? row : counters.add(sum, row))
  }
  const inOrder = [...sums].toSorted(([one], [other]) => (one.table < other.table ? -1 : 1))
  // A statement for each table: inserts of one statement would lock the rows in an order that PostgreSQL leaves open.
  for (const [{ rows: together }, rows] of inOrder) {
    const ordered = [...rows].toSorted(([one], [other]) => (one < other ? -1 : 1))
    await together.writeAll(
      trx,
      ordered.map(([, row]) => row),
    )
  }
}
