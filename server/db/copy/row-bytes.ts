// Bounds the memory of a batch of copied rows: so many rows that they take about 8 MB, by the size of the last ones.

import type { CopiedRow, CopiedValue } from './copied-rows.ts'

/** Rows of the first batch of a table, while the size of its rows is unknown. */
export const rowsFirst = 50
const rowsMax = 2_000
const batchBytesMax = 8_000_000
const smallValueBytes = 8

/** Returns how many rows to read next. A batch grows to at most ten times the one before. */
export function nextLimit(rows: readonly CopiedRow[]): number {
  const bytes = rows.reduce((sum, row) => sum + row.reduce(addBytes, 0), 0)
  const fitting = Math.floor(batchBytesMax / Math.max(1, bytes / rows.length))
  return Math.max(1, Math.min(rowsMax, fitting, rows.length * 10))
}

function addBytes(sum: number, value: CopiedValue): number {
  return (
    sum + (typeof value === 'object' || typeof value === 'string' ? sizeOf(value) : smallValueBytes)
  )
}

function sizeOf(value: string | Buffer | null): number {
  return value?.length ?? smallValueBytes
}
