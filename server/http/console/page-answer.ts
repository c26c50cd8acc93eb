// Answers with a page of a list (rulings 1.3).

import { type PageRequest, toPage } from '../../kernel/page.ts'
import type { Answer } from '../answer.ts'

/** @param rows newest first, and one more than the page's limit if there is a next page */
export function pageAnswer<Row extends { readonly id: string }>(
  rows: readonly Row[],
  { limit }: PageRequest,
  toJson: (row: Row) => unknown,
): Answer {
  const { items, nextCursor } = toPage(rows, limit)
  return { status: 200, data: { items: items.map((row) => toJson(row)), next_cursor: nextCursor } }
}
