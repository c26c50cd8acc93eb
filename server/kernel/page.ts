// Key-set paging: newest first, with an opaque cursor that holds the id of the last item instead of an offset.

import { AppError } from './app-error.ts'
import { type IdPrefix, isId } from './ids.ts'

export interface PageRequest {
  /** 1 to 100. */
  readonly limit: number
  /** Id of the last item of the previous page; undefined for the first page. */
  readonly after: string | undefined
}

export interface Page<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}

export const pageLimitDefault = 20
export const pageLimitMax = 100

/** Turns `limit + 1` rows, newest first, into a page; the extra row only shows that there is a next page. */
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

/** @throws AppError `invalid_request` for a cursor of another list or a malformed one */
export function decodeCursor(cursor: string, prefix: IdPrefix): string {
  const text = Buffer.from(cursor, 'base64url').toString('utf8')
  const id = text.slice('1:'.length)
  // Decoding skips characters that are not base64url, so the text is compared with the canonical one.
  if (!isId(prefix, id) || encodeCursor(id) !== cursor) {
    const message = 'cursor is not one that this list returned; start again without it.'
    throw new AppError('invalid_request', message, {
      param: 'cursor',
      details: [{ param: 'cursor', code: 'invalid_cursor', message }],
    })
  }
  return id
}
