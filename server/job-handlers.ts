// Table 2: the handler of each kind of job.

import type { Appliance } from './appliance.ts'
import type { JobHandlers } from './jobs/job-handler.ts'
import { runRehearsalHandler } from './verifications/run-rehearsal.ts'
import { runVerificationHandler } from './verifications/run-verification.ts'

export function jobHandlers(appliance: Appliance): JobHandlers {
  return {
    'verification.run': runVerificationHandler(appliance),
    'verification.rehearse': runRehearsalHandler(appliance),
  }
}
