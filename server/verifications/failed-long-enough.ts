// Decides when a job stops trying what keeps failing. Pure.

import type { Job } from '../jobs/job.ts'
import { retryDelayMsMax } from '../jobs/retry-policy.ts'

interface GiveUpRule {
  readonly nowMs: number
  /** How long the provider may stay unreachable before the verification ends in `error`. */
  readonly giveUpAfterMs: number
}

/**
 * Time alone is not enough, because this process may have been down. The job must also have failed as often as a
 * running process would have tried it at the longest delay.
 */
export function hasFailedLongEnough(
  { failingSince, attempts }: Pick<Job, 'failingSince' | 'attempts'>,
  { nowMs, giveUpAfterMs }: GiveUpRule,
): boolean {
  if (failingSince === undefined) return false
  const isLongAgo = nowMs - failingSince >= giveUpAfterMs
  return isLongAgo && attempts >= Math.floor(giveUpAfterMs / retryDelayMsMax)
}
