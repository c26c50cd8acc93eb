// Table 2: which handler works which kind of job.

import type { Appliance } from './appliance.ts'
import type { JobHandlers } from './jobs/job-handler.ts'
import { enterQueue } from './reviews/enter-queue.ts'
import type { ConcludeNeeds } from './verifications/conclude-verification.ts'
import { runRehearsalHandler } from './verifications/run-rehearsal.ts'
import { runVerificationHandler } from './verifications/run-verification.ts'

export function jobHandlers(appliance: Appliance): JobHandlers {
  const onConcluded: ConcludeNeeds['onConcluded'] = (trx, ended) =>
    enterQueue(appliance, trx, ended)
  return {
    'verification.run': runVerificationHandler({ ...appliance, onConcluded }),
    'verification.rehearse': runRehearsalHandler(appliance),
  }
}
