// Parses the language of a printed document.

import { z } from 'zod'
import { parseOrRefuse } from '../../kernel/parse-or-refuse.ts'

export const documentLanguages = ['en', 'fr', 'ar'] as const
export type DocumentLanguage = (typeof documentLanguages)[number]

const languageField = z
  .enum(documentLanguages, { error: `language must be one of ${documentLanguages.join(', ')}.` })
  .default('en')

/** English by default. @throws AppError `invalid_request` */
export function parseLanguage(given: unknown): DocumentLanguage {
  return parseOrRefuse(languageField, given, { wholeParam: 'language' })
}
