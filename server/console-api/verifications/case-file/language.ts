// Parses the language of a case file.

import { z } from 'zod'
import { refuseFaults } from '../../../kernel/app-error.ts'

export const documentLanguages = ['en', 'fr'] as const
export type DocumentLanguage = (typeof documentLanguages)[number]

const message = `language must be one of ${documentLanguages.join(', ')}.`
const languageField = z.enum(documentLanguages, { error: message }).default('en')

/** English by default. @throws AppError `invalid_request` */
export function parseLanguage(given: unknown): DocumentLanguage {
  const parsed = languageField.safeParse(given)
  if (parsed.success) return parsed.data
  throw refuseFaults([{ param: 'language', code: 'invalid', message }])
}
