// The paging parameters that every list takes (rulings 1.3).

import { refuseFaults } from '../kernel/app-error.ts'
import { decodeCursor, type PageRequest, pageLimitDefault, pageLimitMax } from '../kernel/page.ts'

/** @throws AppError `invalid_request` */
export function pageRequest(query: {
  readonly limit?: string
  readonly cursor?: string
}): PageRequest {
  return {
    limit: query.limit === undefined ? pageLimitDefault : parseLimit(query.limit),
    after: query.cursor === undefined ? undefined : decodeCursor(query.cursor),
  }
}

function parseLimit(text: string): number {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (limit >= 1 && limit <= pageLimitMax) return limit
  const message = `limit is a whole number from 1 to ${pageLimitMax}.`
  throw refuseFaults([{ param: 'limit', code: 'invalid', message }])
}
