// Reads the clock of the database server, the only one that all nodes share.

import { sql } from 'kysely'
import type { Reader } from '../transaction.ts'

/** Returns milliseconds since 1970. */
export async function readServerTime(db: Reader): Promise<number> {
  const { rows } = await timeQuery.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the database server did not tell its time')
  return Math.floor(row.ms)
}

const timeQuery = sql<{
  readonly ms: number
}>`select (extract(epoch from clock_timestamp()) * 1000)::double precision as ms`
