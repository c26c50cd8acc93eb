// The one way in which anything here becomes comma-separated values: RFC 4180, with a guard against
// spreadsheets that take a text for a formula.

import { stringify } from 'csv-stringify/sync'

/** A text, or a value that no client can have chosen the letters of. Absent is an empty cell. */
export type CsvCell = string | number | boolean | null | undefined

/**
 * Rows, each ended by CRLF. A text that begins with `=`, `+`, `-`, `@`, a tab or a carriage return (or a
 * full-width form of the signs) gets an apostrophe before it
 * (https://owasp.org/www-community/attacks/CSV_Injection); a number never does, so that -1 can be summed.
 */
export function csvLines(rows: readonly (readonly CsvCell[])[]): string {
  return stringify(
    rows.map((row) => row.map(withoutFlags)),
    {
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
