// A database as a copy sees it: rows in the order of their keys, read and inserted in batches.

import type { CopiedKey, CopiedRow, CopiedTable } from './copied-rows.ts'

export interface CopySide {
  /** Returns at most `limit` rows after the key, or from the first row on, in the order of the key. */
  read(
    table: CopiedTable,
    after: CopiedKey | undefined,
    limit: number,
  ): Promise<readonly CopiedRow[]>
  /** Returns the greatest key of the table; undefined if it has no rows. */
  lastKey(table: CopiedTable): Promise<CopiedKey | undefined>
  /** Inserts all rows or none, and resolves once they are on disk. */
  insert(table: CopiedTable, rows: readonly CopiedRow[]): Promise<void>
  /** Renews what the planner knows about the tables. */
  analyse(): Promise<void>
  close(): Promise<void>
}
