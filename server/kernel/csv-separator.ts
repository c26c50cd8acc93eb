// The column separator of CSV downloads, which the user can choose.

import { z } from 'zod'
import { parseOrRefuse } from './parse-or-refuse.ts'

/** Spreadsheets in locales with a decimal comma expect semicolons. */
export const csvSeparators = ['comma', 'semicolon'] as const
export type CsvSeparator = (typeof csvSeparators)[number]

/** Schema of the field in a body or a query. Default: comma. */
export const csvSeparatorField = z
  .enum(csvSeparators, { error: 'separator is comma or semicolon.' })
  .default('comma')

/** @throws AppError `invalid_request` */
export function parseCsvSeparator(given: unknown): CsvSeparator {
  return parseOrRefuse(csvSeparatorField, given, { wholeParam: 'separator' })
}
