// Reads the filter of the review queue from a request.

import type { QueueFilter } from '../../reviews/queue-filter-view.ts'
import { parseReview } from '../../reviews/review-input.ts'
import type { ConsoleRequest } from '../console-route.ts'

export const queueQuery = [
  'environment',
  'state',
  'cause',
  'country',
  'id_type',
  'assignee',
  'overdue',
  'outcome',
  'reviewer',
  'order',
] as const

/** @throws AppError `invalid_request` with every fault */
export function readQueueFilter(
  given: unknown,
  { signedIn }: Pick<ConsoleRequest, 'signedIn'>,
  nowMs: number,
): QueueFilter {
  const query = parseReview('queue', given)
  return {
    environment: query.environment,
    view: query.state,
    causes: query.cause,
    countries: query.country,
    idTypes: query.id_type,
    assigneeIds: query.assignee,
    isOverdue: query.overdue === 'true',
    outcomes: query.outcome,
    order: query.order,
    reviewerId: query.reviewer,
    userId: signedIn.user.id,
    nowMs,
  }
}
