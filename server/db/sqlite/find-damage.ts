// Checks the pages of the database, one table at a time, so that no snapshot keeps the write-ahead log from being
// copied for as long as a whole check takes.

import { sql } from 'kysely'
import type { Reader } from '../transaction.ts'
import { isDamage } from './sqlite-errors.ts'

/**
 * Returns the names of tables of which a page, or that of an index, cannot be read; empty if all is well. Reads the
 * whole database. The schema must be readable: without it nothing opens.
 * @param db a reader whose queries run in a thread
 * @throws Error if the disk cannot be read, or the thread has ended
 */
export async function findDamagedTables(db: Reader): Promise<readonly string[]> {
  const tables = await sql<{
    name: string
  }>`select name from sqlite_master where type = 'table' order by name`.execute(db)
  const damaged: string[] = []
  for (const { name } of tables.rows) {
    if (!(await isWhole(db, name))) damaged.push(name)
  }
  return damaged
}

async function isWhole(db: Reader, table: string): Promise<boolean> {
  try {
    const check = sql<{ quick_check: string }>`select quick_check from pragma_quick_check(${table})`
    const { rows } = await check.execute(db)
    return rows.every(({ quick_check }) => quick_check === 'ok')
  } catch (error) {
    if (isDamage(error)) return false
    throw error
  }
}
