// A line of the list of OWASP ASVS 5.0 statements that this product is held to, with the tests that prove it.

export interface AsvsRow {
  readonly line: number
  /** Requirements of ASVS 5.0; empty where the line is one of our own. */
  readonly asvs: readonly string[]
  readonly statement: string
  readonly state: 'proven' | 'partly'
  readonly tests: readonly Proof[]
  /** Of what is partly there, in one sentence. */
  readonly missing?: string
  /** Where the words of the line meet something that this product decided otherwise or does not have. */
  readonly note?: string
}

export interface Proof {
  /** Below `test/`, without `.test.ts`. */
  readonly file: string
  /** As it stands in the file, `${}` included. */
  readonly name: string
  /** The row of a table of cases, with the file below `test/` that holds it. */
  readonly row?: { readonly file: string; readonly name: string }
}

/** The tests of one file. */
export function by(file: string, ...names: readonly string[]): readonly Proof[] {
  return names.map((name) => ({ file, name }))
}

/** Rows of the table of bad input. */
export function refused(file: string, ...rows: readonly string[]): readonly Proof[] {
  return rows.map((name) => ({
    file: 'api/bad-input/bad-input',
    name: 'is refused: ${row[0]}',
    row: { file: `api/bad-input/${file}.ts`, name },
  }))
}

export function proven(
  line: number,
  asvs: string,
  statement: string,
  tests: readonly (readonly Proof[])[],
  note?: string,
): AsvsRow {
  const row = { line, asvs: listed(asvs), statement, state: 'proven', tests: tests.flat() } as const
  return note === undefined ? row : { ...row, note }
}

export function partly(
  line: number,
  asvs: string,
  statement: string,
  tests: readonly (readonly Proof[])[],
  missing: string,
): AsvsRow {
  return { line, asvs: listed(asvs), statement, state: 'partly', tests: tests.flat(), missing }
}

function listed(asvs: string): readonly string[] {
  return asvs === '' ? [] : asvs.split(' ')
}
