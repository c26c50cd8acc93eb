// The paging parameters that every list takes (rulings 1.3).

import { z } from 'zod'
import type { IdPrefix } from '../../kernel/ids.ts'
import { memoise } from '../../kernel/memoise.ts'
import {
  decodeCursor,
  type PageRequest,
  pageLimitDefault,
  pageLimitMax,
} from '../../kernel/page.ts'
import { parseOrRefuse } from '../../kernel/parse-or-refuse.ts'
import { collectFaults } from './collect-faults.ts'

const limitMessage = `limit is a whole number from 1 to ${pageLimitMax}.`

/** Also used for the OpenAPI document. The content of a cursor is opaque to clients. */
export const pageQuery = z.object({
  limit: z
    .string()
    .refine((text) => /^\d{1,4}$/.test(text), limitMessage)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= pageLimitMax, limitMessage)
    .default(pageLimitDefault)
    .meta({
      description: 'How many items a page has at most.',
      override: { type: 'integer', minimum: 1, maximum: pageLimitMax, default: pageLimitDefault },
    }),
  cursor: z
    .string()
    .optional()
    .describe('`next_cursor` of the page before; without it the list begins with the newest.'),
})

/** Names of the parameters above. */
export const pageNames = ['limit', 'cursor'] as const

/** @throws AppError `invalid_request` */
const readLimit = memoise(pageLimitMax, (text) =>
  parseOrRefuse(pageQuery.shape.limit, text, { wholeParam: 'limit' }),
)

/** @throws AppError `invalid_request` with every fault */
export function pageRequest(
  query: { readonly limit?: string; readonly cursor?: string },
  prefix: IdPrefix,
): PageRequest {
  const { limit, cursor } = query
  return collectFaults({
    limit: () => (limit === undefined ? pageLimitDefault : readLimit(limit)),
    after: () => (cursor === undefined ? undefined : decodeCursor(cursor, prefix)),
  })
}
