// Paging both ways, newest first: a page after a row, before one, or one that begins with a given row, so
// that a reader who comes back finds the row that was left.

import { AppError } from '../kernel/app-error.ts'
import { type IdPrefix, isId } from '../kernel/ids.ts'
import { decodeCursor, encodeCursor, type Page } from '../kernel/page.ts'

/** Where a page stands; ids of the rows that bound it. */
export type PageStart =
  | { readonly kind: 'newest' }
  /** Older than this row. */
  | { readonly kind: 'after'; readonly id: string }
  /** Newer than this row: those next to it. */
  | { readonly kind: 'before'; readonly id: string }
  /** This row first, whether or not the filter still has it. */
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
 * @throws AppError `invalid_request` also where more than one is given
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
  if (!isId(prefix, at)) throw refuse('at', 'at is the id of a row of this list.')
  return { kind: 'at', id: at }
}

/**
 * Turns up to `limit + 1` rows into a page. Rows come in the order in which they were read: newest first,
 * and oldest first where the page stands before a row.
 */
export function toWindowedPage<Item extends { readonly id: string }>(
  rows: readonly Item[],
  { limit, start }: PageWindow,
): WindowedPage<Item> {
  const hasMore = rows.length > limit
  const kept = rows.slice(0, limit)
  const items = start.kind === 'before' ? kept.toReversed() : kept
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
