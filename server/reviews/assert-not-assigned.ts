// Keeps a review that is assigned from everybody but its assignee.

import type { Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import type { Review } from './review.ts'
import { listReviewers } from './review-view.ts'

/**
 * An assignee who was disabled, or decides no reviews any more, keeps it from nobody.
 * @throws AppError `conflict`
 */
export async function assertNotAssignedToOther(
  trx: Trx,
  { assignedTo }: Pick<Review, 'assignedTo'>,
  userId: string,
): Promise<void> {
  if (assignedTo === undefined || assignedTo === userId) return
  if (!(await listReviewers(trx)).some(({ id }) => id === assignedTo)) return
  throw new AppError('conflict', 'This review is assigned to another user. Take another one.')
}
