// Parses the text of the console's search: a complete id, reference or document number.

import { z } from 'zod'
import { characterCount } from '../../kernel/characters.ts'
import { parseOrRefuse } from '../../kernel/parse-or-refuse.ts'
import { unprintable } from '../../kernel/unprintable.ts'

const charactersMax = 200
const message = `q must be an id, a reference or a document number of 1 to ${charactersMax} characters.`

const searchBody = z.object({
  q: z
    .string({ error: message })
    .trim()
    .refine((text) => {
      const characters = characterCount(text)
      return characters >= 1 && characters <= charactersMax && !unprintable.test(text)
    }, message),
})

/** @throws AppError `invalid_request` */
export function parseSearch(body: unknown): string {
  return parseOrRefuse(searchBody, body, { wholeParam: 'q', absentCode: 'invalid' }).q
}
