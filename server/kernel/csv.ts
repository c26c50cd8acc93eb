// The one way in which anything here becomes comma-separated values: RFC 4180, or with the semicolon that
// spreadsheets of many languages expect, and with a guard against texts that are taken for a formula.

import { stringify } from 'csv-stringify/sync'
import type { CsvSeparator } from './csv-separator.ts'

/** A text, or a value that no client can have chosen the letters of. Absent is an empty cell. */
export type CsvCell = string | number | boolean | null | undefined

const signs: Readonly<Record<CsvSeparator, string>> = { comma: ',', semicolon: ';' }

/**
 * Stands before a file that people open in a spreadsheet: Excel reads UTF-8 as such only behind this mark,
 * and every accent wrongly without it. Not before what programs read.
 */
export const spreadsheetMark = '\uFEFF'

/**
 * Rows, each ended by CRLF. A text that begins with `=`, `+`, `-`, `@`, a tab, a carriage return or NUL (or a
 * full-width form of the signs) gets an apostrophe before it
 * (https://owasp.org/www-community/attacks/CSV_Injection); a number never does, so that -1 can be summed.
 * The same goes for what would begin a cell if the file were parted at the other separator.
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
      // The library quotes the pair of them only, and RFC 4180 each.
      quoted_match: /[\r\n]/,
    },
  )
}

/** The library would write true as 1 and false as nothing. */
function withoutFlags(cell: CsvCell): CsvCell {
  return typeof cell === 'boolean' ? String(cell) : cell
}

/** A spreadsheet that expects the other separator parts a text at it, quoted or not. */
function guardAgainst(other: CsvSeparator): (cell: CsvCell) => CsvCell {
  const beginnings = new RegExp(`${signs[other]}(?=["\\s]*[=+\\-@＝＋－＠])`, 'g')
  return (cell) =>
    typeof cell === 'string'
      ? cell.replace(/^\0/, "'\0").replaceAll(beginnings, `${signs[other]}'`)
      : cell
}
