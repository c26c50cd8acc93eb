// Hands a live verification to staff, because no provider decides it: it stays pending, and its review waits in the
// queue. If nobody decides in time it ends in error, and the review stays open as that of any other error.

import type { Appliance } from '../../appliance.ts'
import { fromSystem } from '../../audit/audit.ts'
import { type AuditNeeds, recordAudit } from '../../audit/record-audit.ts'
import type { JobOutcome } from '../../jobs/job-handler.ts'
import { setJobDueNow } from '../../jobs/run-job-now.ts'
import { localProvider } from '../../providers/local/local-provider.ts'
import type { OpenedVerification } from '../open-verification.ts'
import { handProviderJobOver } from '../provider-job/provider-job-store.ts'
import type { FollowNeeds } from './follow-outcome.ts'

/** Reason of a run after which the job waits for people. */
export const awaitingStaff = 'awaiting_staff'

export type HandOverNeeds = FollowNeeds &
  AuditNeeds &
  Pick<Appliance, 'wakeJobs'> & { readonly config: { readonly providerUndecidedAfterMs: number } }

/** Why staff decide: the settings say so, or the provider stayed unreachable. */
type HandOverReason = 'local' | 'provider_unreachable'

/**
 * The job comes back when the time for a decision is over. It commits with the job, so a provider is not asked after
 * it.
 */
export function handToStaff(
  needs: HandOverNeeds,
  { verification }: OpenedVerification,
  reason: HandOverReason,
): JobOutcome {
  const { id } = verification
  const at = needs.clock.now()
  return {
    kind: 'again',
    reason: awaitingStaff,
    step: 'follow_up',
    at: at + needs.config.providerUndecidedAfterMs,
    commit: async (trx) => {
      await handProviderJobOver(trx, id, { to: localProvider, at })
      await recordAudit(needs, trx, {
        by: fromSystem,
        action: 'verification.handed_to_staff',
        subject: { kind: 'verification', id },
        details: { reason },
      })
      await needs.enterReviewQueue(trx, verification, { isNew: false })
      // Whoever decides should see what the provider reported before.
      await setJobDueNow(needs, trx, { kind: 'verification.check_late', subjectId: id })
    },
  }
}

/** Returns until when staff may decide. */
export function decisionDueAt(
  { config }: Pick<HandOverNeeds, 'config'>,
  { providerJob }: OpenedVerification,
): number {
  return (providerJob.submittedAt ?? providerJob.createdAt) + config.providerUndecidedAfterMs
}
