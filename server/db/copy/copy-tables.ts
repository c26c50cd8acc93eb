// Copies the rows of all tables from one database to another, in the order of their keys, and goes on after the
// greatest key that is already there.

import { codeOf } from '../../kernel/has-code.ts'
import {
  type CopiedKey,
  type CopiedRow,
  type CopiedTable,
  copiedTables,
  keyOf,
} from './copied-rows.ts'
import type { CopySide } from './copy-side.ts'
import { nextLimit, rowsFirst } from './row-bytes.ts'

interface CopyWork {
  readonly from: CopySide
  readonly to: CopySide
  readonly signal: AbortSignal
  onProgress(table: string, rows: number): void
}

/** Thrown where the other database does not take a table's rows. */
export class RowsRefusedError extends Error {
  readonly table: string

  constructor(table: string, cause: unknown) {
    super(`a row of ${table} is refused`, { cause })
    this.name = 'RowsRefusedError'
    this.table = table
  }
}

/** Returns how many rows were copied now. @throws RowsRefusedError, the reason of `signal`, errors of the databases */
export async function copyTables(work: CopyWork): Promise<number> {
  let copied = 0
  for (const table of copiedTables) copied += await copyTable(table, work)
  return copied
}

/** Reads the next rows while the last ones are inserted. */
async function copyTable(
  table: CopiedTable,
  { from, to, signal, onProgress }: CopyWork,
): Promise<number> {
  let after: CopiedKey | undefined = await to.lastKey(table)
  let copied = 0
  let limit = rowsFirst
  let inserting: Promise<void> = Promise.resolve()
  for (;;) {
    signal.throwIfAborted()
    const [rows] = await Promise.all([from.read(table, after, limit), inserting])
    const last = rows.at(-1)
    if (last === undefined) return copied
    after = keyOf(table, last)
    limit = nextLimit(rows)
    copied += rows.length
    inserting = insertNaming(table, to, rows)
    // The next `Promise.all` throws it; Node must not end the process before that.
    inserting.catch(() => undefined)
    onProgress(table.name, copied)
  }
}

async function insertNaming(
  table: CopiedTable,
  to: CopySide,
  rows: readonly CopiedRow[],
): Promise<void> {
  try {
    await to.insert(table, rows)
  } catch (error) {
    // Values that PostgreSQL does not take, and rows that are there already or whose parent is missing.
    throw /^(?:22|23)...$|^SQLITE_CONSTRAINT/.test(codeOf(error))
      ? new RowsRefusedError(table.name, error)
      : error
  }
}
