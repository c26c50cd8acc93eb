// Paging in both directions, newest first. A page comes after a row, before a row, or begins with a given row, so that
// a user who comes back finds the same row again.

import { AppError } from '../kernel/app-error.ts'
import { type IdPrefix, isId } from '../kernel/ids.ts'
import { decodeCursor, encodeCursor, type Page } from '../kernel/page.ts'

/** Where a page begins, by the id of a row. */
export type PageStart =
  | { readonly kind: 'newest' }
  /** Older than this row. */
  | { readonly kind: 'after'; readonly id: string }
  /** Newer than this row and next to it. */
  | { readonly kind: 'before'; readonly id: string }
  /** Begins with this row, or its older neighbour if the filter no longer matches it. */
  | { readonly kind: 'at'; readonly id: string }

export interface PageWindow {
  /** 1 to 100. */
  readonly limit: number
  readonly start: PageStart
}

export interface WindowedPage<Item> extends Page<Item> {
  readonly previousCursor: string | null
}

export const windowQuery = ['cursor', 'before', 'at'] as const

/**
 * `cursor` is a `next_cursor`, `before` a `previous_cursor`, `at` an id.
 * @throws AppError `invalid_request`, also when more than one is given
 */
export function parseStart(
  query: { readonly cursor?: string; readonly before?: string; readonly at?: string },
  prefix: IdPrefix,
): PageStart {
  const { cursor, before, at } = query
  const given = [cursor, before, at].filter((one) => one !== undefined)
  if (given.length > 1) throw refuse('cursor', 'Give one of cursor, before and at.')
  if (cursor !== undefined) return { kind: 'after', id: decodeCursor(cursor, prefix) }
  if (before !== undefined) return { kind: 'before', id: decodeCursor(before, prefix) }
  if (at === undefined) return { kind: 'newest' }
  if (!isId(prefix, at)) throw refuse('at', 'at must be the id of a row of this list.')
  return { kind: 'at', id: at }
}

/**
 * Turns up to `limit + 1` rows into a page. Rows must be in the order they were read: newest first, but oldest first
 * for a page before a row.
 */
export function toWindowedPage<Item extends { readonly id: string }>(
  rows: readonly Item[],
  { limit, start }: PageWindow,
): WindowedPage<Item> {
  const hasMore = rows.length > limit
  const shown = rows.slice(0, limit)
  const items = start.kind === 'before' ? shown.toReversed() : shown
  const [first, last] = [items.at(0), items.at(-1)]
  const hasOlder = start.kind === 'before' || hasMore
  const hasNewer = start.kind === 'before' ? hasMore : start.kind !== 'newest'
  return {
    items,
    nextCursor: hasOlder && last ? encodeCursor(last.id) : null,
    previousCursor: hasNewer && first ? encodeCursor(first.id) : null,
  }
}

function refuse(param: string, message: string): AppError {
  const details = [{ param, code: 'invalid', message }]
  return new AppError('invalid_request', message, { param, details })
}
