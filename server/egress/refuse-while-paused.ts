// Refuses calls that a request would make while outgoing calls are paused after a restore.

import type { Reader } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { findOutgoingPause } from './outgoing-pause-view.ts'

/** @throws AppError `unavailable` while paused */
export async function refuseWhilePaused(
  db: Reader,
  code: 'unavailable' | 'scoring_unavailable' = 'unavailable',
): Promise<void> {
  if ((await findOutgoingPause(db)) === undefined) return
  throw new AppError(
    code,
    'A backup was restored and outgoing calls are paused. An operator resumes them with svc resume-outgoing.',
    { retryAfterSeconds: 60 },
  )
}
