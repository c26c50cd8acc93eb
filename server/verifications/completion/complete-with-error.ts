// Completes a verification in `error`: its job gives up, or cannot go on.

import type { JobOutcome } from '../../jobs/job-handler.ts'
import type { OpenedVerification } from '../open-verification.ts'
import type { ReasonCode } from '../reasons.ts'
import { completeVerification } from './complete-verification.ts'
import { checksNotDone } from './decide.ts'
import type { FollowNeeds } from './follow-outcome.ts'

/** @param answer our own note of why there is no answer of the provider, or what it said last */
export function completeWithError(
  needs: FollowNeeds,
  opened: OpenedVerification,
  reason: ReasonCode,
  answer: unknown,
): JobOutcome {
  const { verification, claims, dataKey } = opened
  const checks = checksNotDone(claims, verification.checks)
  const outcome = { status: 'error', reasons: [reason], checks } as const
  const commit = completeVerification(needs, verification.id, { outcome, answer, dataKey })
  return { kind: 'done', reason, commit }
}
