// Has the job run that asks the provider about a completed verification once more.

import type { Trx } from '../../db/transaction.ts'
import { enqueueAgain, enqueueIfCalled } from '../../jobs/enqueue-again.ts'
import type { Job } from '../../jobs/job.ts'
import type { Commit } from '../../jobs/job-handler.ts'
import type { Clock } from '../../kernel/clock.ts'

interface EnqueueNeeds {
  readonly clock: Clock
}

/** The caller wakes the runner after the commit. */
export function enqueueLateCheck(needs: EnqueueNeeds, trx: Trx, id: string): Promise<void> {
  return enqueueAgain(needs, trx, lateCheckOf(id))
}

/**
 * Returns the writes of a run that is done: a callback that came since the provider was asked brings what the answer
 * may not have had.
 */
export function checkIfCalled(needs: EnqueueNeeds, run: Job, write?: Commit): Commit {
  return async (trx) => {
    await write?.(trx)
    await enqueueIfCalled(needs, trx, run, lateCheckOf(run.subjectId))
  }
}

function lateCheckOf(subjectId: string) {
  return {
    kind: 'verification.check_late',
    step: 'follow_up',
    subjectId,
    payload: { verificationId: subjectId },
  } as const
}
