// Writes CSV: RFC 4180 with a comma or a semicolon, and with protection against formula injection.

import { stringify } from 'csv-stringify/sync'
import type { CsvSeparator } from './csv-separator.ts'

/** Null and undefined become an empty cell. */
export type CsvCell = string | number | boolean | null | undefined

const signs: Readonly<Record<CsvSeparator, string>> = { comma: ',', semicolon: ';' }

/**
 * Byte order mark for files that users open in a spreadsheet: without it Excel does not read them as UTF-8. Files
 * for programs go without it.
 */
export const spreadsheetMark = '\uFEFF'

/**
 * Returns rows that end in CRLF. A text that begins with `=`, `+`, `-`, `@`, a tab, a carriage return or NUL (or a
 * full-width form of the signs) gets an apostrophe before it
 * (https://owasp.org/www-community/attacks/CSV_Injection); a number does not, so that -1 stays a number.
 * The same protects text that would begin a cell if the file were split at the other separator.
 */
export function csvLines(
  rows: readonly (readonly CsvCell[])[],
  separator: CsvSeparator = 'comma',
): string {
  const guarded = guardAgainst(separator === 'comma' ? 'semicolon' : 'comma')
  return stringify(
    rows.map((row) => row.map((cell) => guarded(withoutFlags(cell)))),
    {
      delimiter: signs[separator],
      escape_formulas: true,
      record_delimiter: 'windows',
      // The library quotes only CR LF pairs, while RFC 4180 requires quotes for each of them.
      quoted_match: /[\r\n]/,
    },
  )
}

/** The library would write true as 1 and false as an empty cell. */
function withoutFlags(cell: CsvCell): CsvCell {
  return typeof cell === 'boolean' ? String(cell) : cell
}

/** A spreadsheet that expects the other separator splits text at it, even within quotes. */
function guardAgainst(other: CsvSeparator): (cell: CsvCell) => CsvCell {
  const beginnings = new RegExp(`${signs[other]}(?=["\\s]*[=+\\-@＝＋－＠])`, 'g')
  return (cell) =>
    typeof cell === 'string'
      ? cell.replace(/^\0/, "'\0").replaceAll(beginnings, `${signs[other]}'`)
      : cell
}
