// The paging parameters that every list takes (rulings 1.3).

import { refuseFaults } from '../kernel/app-error.ts'
import type { IdPrefix } from '../kernel/ids.ts'
import { decodeCursor, type PageRequest, pageLimitDefault, pageLimitMax } from '../kernel/page.ts'
import { allAtOnce } from './all-at-once.ts'

/** @throws AppError `invalid_request` with every fault */
export function pageRequest(
  query: { readonly limit?: string; readonly cursor?: string },
  prefix: IdPrefix,
): PageRequest {
  const { limit, cursor } = query
  return allAtOnce({
    limit: () => (limit === undefined ? pageLimitDefault : parseLimit(limit)),
    after: () => (cursor === undefined ? undefined : decodeCursor(cursor, prefix)),
  })
}

function parseLimit(text: string): number {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (limit >= 1 && limit <= pageLimitMax) return limit
  const message = `limit is a whole number from 1 to ${pageLimitMax}.`
  throw refuseFaults([{ param: 'limit', code: 'invalid', message }])
}
