// Decides until when a review should be decided, by its causes, and whether it is late. Pure.

import type { DuePeriods } from '../settings/setting-review-due.ts'
import type { Review, ReviewCause } from './review.ts'

/** The cause with the shortest period counts. */
export function dueAtOf(
  causes: readonly ReviewCause[],
  periods: DuePeriods,
  sinceMs: number,
): number {
  const lengths = causes.map((cause) => periods.byCause[cause] ?? periods.otherwise)
  return sinceMs + Math.min(...(lengths.length === 0 ? [periods.otherwise] : lengths))
}

type DueState = 'in_time' | 'due_soon' | 'overdue'

/** The last part of the period counts as soon: a quarter. */
export const soonParts = 4

export function dueStateOf(
  { createdAt, dueAt }: Pick<Review, 'createdAt' | 'dueAt'>,
  nowMs: number,
): DueState {
  if (nowMs >= dueAt) return 'overdue'
  return (dueAt - nowMs) * soonParts <= dueAt - createdAt ? 'due_soon' : 'in_time'
}
