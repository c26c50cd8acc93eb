// The job of a live verification that staff decide: prepares the images, hands it over, and comes back when the time
// for a decision is over.

import type { Trx } from '../db/transaction.ts'
import type { Job } from '../jobs/job.ts'
import type { JobOutcome } from '../jobs/job-handler.ts'
import { localProvider } from '../providers/local/local-provider.ts'
import { completeWithError } from './completion/complete-with-error.ts'
import {
  awaitingStaff,
  decisionDueAt,
  type HandOverNeeds,
  handToStaff,
} from './completion/hand-to-staff.ts'
import { enqueueLateCheck } from './late/enqueue-late-check.ts'
import type { OpenedVerification } from './open-verification.ts'
import { type PrepareNeeds, prepareToAsk } from './prepare-to-ask.ts'
import type { SubmittingRun } from './submit-images.ts'

export type AwaitNeeds = PrepareNeeds & HandOverNeeds

/**
 * A run after the hand-over and before that time may be due to a callback of the provider that came as staff took
 * over, so the provider is asked for its news.
 */
export async function awaitStaff(
  needs: AwaitNeeds,
  opened: OpenedVerification,
  job: Job,
  scope: SubmittingRun,
): Promise<JobOutcome> {
  const { submittedAt, uploadStartedAt } = opened.providerJob
  if (submittedAt === undefined) {
    const prepared = await prepareToAsk(needs, opened, job, scope)
    return prepared.outcome ?? handToStaff(needs, prepared.opened, 'local')
  }
  const at = decisionDueAt(needs, opened)
  if (needs.clock.now() >= at) {
    const note = { provider: localProvider, last_state: awaitingStaff }
    return completeWithError(needs, opened, 'provider_undecided', note)
  }
  const { id } = opened.verification
  const commit = (trx: Trx) => enqueueLateCheck(needs, trx, id)
  const mayHaveNews = uploadStartedAt !== undefined
  return { kind: 'again', reason: awaitingStaff, at, ...(mayHaveNews && { commit }) }
}
