// Key-set paging: newest first, an opaque cursor that names the last row seen, never an offset.

import { AppError } from './app-error.ts'

export interface PageRequest {
  /** 1 to 100. */
  readonly limit: number
  /** Id of the last item of the page before, where there was one. */
  readonly after: string | undefined
}

export interface Page<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}

export const pageLimitDefault = 20
export const pageLimitMax = 100

/** Turns `limit + 1` rows, newest first, into a page; the extra row only tells that there are more. */
export function toPage<Item extends { readonly id: string }>(
  rows: readonly Item[],
  limit: number,
): Page<Item> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: rows.length > limit && last ? encodeCursor(last.id) : null }
}

export function encodeCursor(id: string): string {
  return Buffer.from(`1:${id}`).toString('base64url')
}

/** @throws AppError `invalid_request` for a cursor that we did not make. */
export function decodeCursor(cursor: string): string {
  const text = Buffer.from(cursor, 'base64url').toString('utf8')
  const match = /^1:([a-z]{2,5}_[0-9a-z]{26})$/.exec(text)
  // Decoding skips what is not base64url, so only the very text that we make is taken.
  if (match?.[1] === undefined || encodeCursor(match[1]) !== cursor) {
    const message = 'cursor is not one that this list returned; start again without it.'
    throw new AppError('invalid_request', message, {
      param: 'cursor',
      details: [{ param: 'cursor', code: 'invalid_cursor', message }],
    })
  }
  return match[1]
}
