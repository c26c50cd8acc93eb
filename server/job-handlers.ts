// The handler of each kind of job.

import type { Appliance } from './appliance.ts'
import type { JobHandlers } from './jobs/job-handler.ts'
import { checkLateResultsHandler } from './verifications/late/check-late-results.ts'
import { runVerificationHandler } from './verifications/run-verification.ts'
import { sandboxVerificationHandler } from './verifications/sandbox/run-sandbox-verification.ts'

export function jobHandlers(appliance: Appliance): JobHandlers {
  return {
    'verification.run': runVerificationHandler(appliance),
    'verification.check_late': checkLateResultsHandler(appliance),
    'verification.run_sandbox': sandboxVerificationHandler(appliance),
  }
}
