// Compares the tables of two databases: the number of rows, and a SHA-256 over all of them in the order of their keys.

import { createHash, type Hash } from 'node:crypto'
import {
  type CopiedKey,
  type CopiedRow,
  type CopiedTable,
  copiedTables,
  keyOf,
} from './copied-rows.ts'
import type { CopySide } from './copy-side.ts'
import { nextLimit, rowsFirst } from './row-bytes.ts'

interface TableDigest {
  readonly rows: number
  /** Lower-case hexadecimal digits. */
  readonly sha256: string
}

export interface ComparedTable {
  readonly name: string
  readonly source: TableDigest
  readonly target: TableDigest
  readonly isEqual: boolean
}

interface Comparing {
  readonly source: CopySide
  readonly target: CopySide
  readonly signal: AbortSignal
  onProgress(table: string, rows: number): void
}

/** Reads every row of both databases. */
export async function compareTables({
  source,
  target,
  signal,
  onProgress,
}: Comparing): Promise<readonly ComparedTable[]> {
  const compared: ComparedTable[] = []
  for (const table of copiedTables) {
    const progress = (rows: number) => onProgress(table.name, rows)
    const [one, other] = await Promise.all([
      digestTable(source, table, { signal, onProgress: progress }),
      digestTable(target, table, { signal, onProgress: () => {} }),
    ])
    const isEqual = one.rows === other.rows && one.sha256 === other.sha256
    compared.push({ name: table.name, source: one, target: other, isEqual })
  }
  return compared
}

async function digestTable(
  side: CopySide,
  table: CopiedTable,
  { signal, onProgress }: { readonly signal: AbortSignal; onProgress(rows: number): void },
): Promise<TableDigest> {
  const hash = createHash('sha256')
  let after: CopiedKey | undefined
  let limit = rowsFirst
  let counted = 0
  for (;;) {
    signal.throwIfAborted()
    const rows = await side.read(table, after, limit)
    const last = rows.at(-1)
    if (last === undefined) return { rows: counted, sha256: hash.digest('hex') }
    addRows(hash, rows)
    after = keyOf(table, last)
    limit = nextLimit(rows)
    counted += rows.length
    onProgress(counted)
  }
}

/** A row is a line of JSON; a blob stands in it as a list with its base64. */
function addRows(hash: Hash, rows: readonly CopiedRow[]): void {
  const lines = rows.map(
    (row) =>
      `${JSON.stringify(row.map((value) => (Buffer.isBuffer(value) ? [value.toString('base64')] : value)))}\n`,
  )
  hash.update(lines.join(''))
}
