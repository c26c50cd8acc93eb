// The column separator of CSV downloads, which the user can choose.

import { z } from 'zod'
import { refuseFaults } from './app-error.ts'

/** Spreadsheets in locales with a decimal comma expect semicolons. */
export const csvSeparators = ['comma', 'semicolon'] as const
export type CsvSeparator = (typeof csvSeparators)[number]

const message = 'separator is comma or semicolon.'

/** Schema of the field in a body or a query. Default: comma. */
export const csvSeparatorField = z.enum(csvSeparators, { error: message }).default('comma')

/** @throws AppError `invalid_request` */
export function parseCsvSeparator(given: unknown): CsvSeparator {
  const parsed = csvSeparatorField.safeParse(given)
  if (parsed.success) return parsed.data
  throw refuseFaults([{ param: 'separator', code: 'invalid', message }])
}
