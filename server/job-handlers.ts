// Table 2: which handler works which kind of job.

import type { Appliance } from './appliance.ts'
import type { JobHandlers } from './jobs/job-handler.ts'
import { runVerificationHandler } from './verifications/run-verification.ts'

export function jobHandlers(appliance: Appliance): JobHandlers {
  return { 'verification.run': runVerificationHandler(appliance) }
}
