// Table 2: the handler of each kind of job.

import type { Appliance } from './appliance.ts'
import type { JobHandlers } from './jobs/job-handler.ts'
import { enterQueue } from './reviews/enter-queue.ts'
import type { CompleteNeeds } from './verifications/complete-verification.ts'
import { runRehearsalHandler } from './verifications/run-rehearsal.ts'
import { runVerificationHandler } from './verifications/run-verification.ts'

export function jobHandlers(appliance: Appliance): JobHandlers {
  const onCompleted: CompleteNeeds['onCompleted'] = (trx, completed) =>
    enterQueue(appliance, trx, completed)
  return {
    'verification.run': runVerificationHandler({ ...appliance, onCompleted }),
    'verification.rehearse': runRehearsalHandler(appliance),
  }
}
