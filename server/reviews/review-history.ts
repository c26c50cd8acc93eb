// A review with all its entries and the names of who wrote them.

import type { Review } from './review.ts'
import type { ReviewEntry } from './review-entry.ts'

export interface ReviewHistory {
  readonly review: Review
  /** Oldest first. */
  readonly entries: readonly HistoryEntry[]
  /** All users whose ids occur in the review. */
  readonly users: readonly NamedUser[]
}

export interface HistoryEntry extends ReviewEntry {
  readonly author: NamedUser | undefined
}

export interface NamedUser {
  readonly id: string
  readonly name: string
}
