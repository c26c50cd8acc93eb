// What parts the columns of a file that somebody downloads, as they may choose it.

import { z } from 'zod'
import { refuseFaults } from './app-error.ts'

/** Where the decimal sign is a comma, a spreadsheet parts columns at the semicolon. */
export const csvSeparators = ['comma', 'semicolon'] as const
export type CsvSeparator = (typeof csvSeparators)[number]

const message = 'separator is comma or semicolon.'

/** Of a body or a query; comma where it is not said. */
export const csvSeparatorField = z.enum(csvSeparators, { error: message }).default('comma')

/** @throws AppError `invalid_request` */
export function parseCsvSeparator(given: unknown): CsvSeparator {
  const parsed = csvSeparatorField.safeParse(given)
  if (parsed.success) return parsed.data
  throw refuseFaults([{ param: 'separator', code: 'invalid', message }])
}
