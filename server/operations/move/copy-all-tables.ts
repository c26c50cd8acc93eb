// Copies the tables of a move and compares them, and says what to do about rows that are refused or differ.

import { type ComparedTable, compareTables } from '../../db/copy/compare-tables.ts'
import { copyTables, RowsRefusedError } from '../../db/copy/copy-tables.ts'
import type { MoveNeeds, MoveOrder } from './move.ts'
import { MoveRefusedError } from './move-refused.ts'

interface CopiedTables {
  readonly rowsCopied: number
  readonly tables: readonly ComparedTable[]
}

/** @throws MoveRefusedError if a row is refused or a table differs afterwards */
export async function copyAllTables(
  { source, target }: Pick<MoveNeeds, 'source' | 'target'>,
  { signal, onProgress }: Pick<MoveOrder, 'signal' | 'onProgress'>,
  isResumed: boolean,
): Promise<CopiedTables> {
  const rowsCopied = await copyTables({
    from: source.side,
    to: target.side,
    signal,
    onProgress: (table, rows) => onProgress('copying', rows, table),
  }).catch((error: unknown) => {
    throw error instanceof RowsRefusedError ? refusal(error, target.place) : error
  })
  const tables = await compareTables({
    source: source.side,
    target: target.side,
    signal,
    onProgress: (table, rows) => onProgress('comparing', rows, table),
  })
  const different = tables.filter(({ isEqual }) => !isEqual)
  if (different.length > 0)
    throw new MoveRefusedError(differenceText(different, isResumed, target.place))
  return { rowsCopied, tables }
}

function differenceText(
  different: readonly ComparedTable[],
  isResumed: boolean,
  place: string,
): string {
  const named = different.map(
    ({ name, source, target }) => `${name} (${source.rows} rows here, ${target.rows} there)`,
  )
  const why = isResumed
    ? 'The source was changed since the copy was begun'
    : 'One of the databases was changed during the copy'
  return `The copy is not equal to its source: ${named.join(', ')}. ${why}. The source is still the installation. Delete ${place}, make it anew and run the command again, with every server stopped until it ends.`
}

function refusal({ table, cause }: RowsRefusedError, place: string): MoveRefusedError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const why = /^22/.test(code)
    ? 'it holds a value that the database does not take, such as a NUL character in a text'
    : 'the source was changed since the copy was begun. Delete the target, make it anew and run the command again'
  return new MoveRefusedError(
    `${place} refuses a row of ${table} (${code}): ${why}. The source is unchanged and still the installation.`,
  )
}
