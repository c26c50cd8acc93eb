// Parses the console's search: its text, and whether it is searched in everything or only in ids and references.

import { z } from 'zod'
import { characterCount } from '../../kernel/characters.ts'
import { parseOrRefuse } from '../../kernel/parse-or-refuse.ts'
import { unprintable } from '../../kernel/unprintable.ts'

const charactersMax = 200
const message = `q must be an id, a reference, a document number or a name of 1 to ${charactersMax} characters.`

/** `ids_and_references`: no personal data is searched, so the search is not recorded; for a search while typing. */
const searchScopes = ['everything', 'ids_and_references'] as const
export type SearchScope = (typeof searchScopes)[number]

const searchBody = z.object({
  q: z
    .string({ error: message })
    .trim()
    .refine((text) => {
      const characters = characterCount(text)
      return characters >= 1 && characters <= charactersMax && !unprintable.test(text)
    }, message),
  scope: z
    .enum(searchScopes, { error: `scope must be one of ${searchScopes.join(', ')}.` })
    .default('everything'),
})

/** @throws AppError `invalid_request` */
export function parseSearch(body: unknown): {
  readonly text: string
  readonly scope: SearchScope
} {
  const { q, scope } = parseOrRefuse(searchBody, body, { wholeParam: 'q', absentCode: 'invalid' })
  return { text: q, scope }
}
