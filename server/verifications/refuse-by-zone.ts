// Declines a verification before the provider is asked, where digits of its document say so and the settings enforce
// them. Nothing is paid, and no `kyc.verify` is metered.

import type { Config } from '../config.ts'
import type { JobOutcome } from '../jobs/job-handler.ts'
import type { RequestScoreNeeds } from '../scoring/request-score.ts'
import { completeVerification } from './completion/complete-verification.ts'
import { checksNotDone } from './completion/decide.ts'
import type { FollowNeeds } from './completion/follow-outcome.ts'
import type { OpenedVerification } from './open-verification.ts'
import { scoreIfRequested } from './score-verification.ts'
import { zoneRefusal } from './zone/judge-zone.ts'

export type RefuseNeeds = FollowNeeds &
  RequestScoreNeeds & { readonly config: Pick<Config, 'documentReading'> }

/** Returns undefined where nothing is refused. */
export async function refuseByZone(
  needs: RefuseNeeds,
  { verification, claims, dataKey, zone, providerJob }: OpenedVerification,
  signal: AbortSignal,
): Promise<JobOutcome | undefined> {
  // Once an upload began, the provider may be paid, and decides.
  const mayRefuse = providerJob.uploadStartedAt === undefined && zone !== undefined
  if (needs.config.documentReading !== 'enforce' || !mayRefuse) return undefined
  const reasons = zoneRefusal(zone, { country: verification.country, claims })
  if (reasons.length === 0) return undefined
  const { findings } = verification
  const checks = checksNotDone(claims, verification.checks)
  const outcome = { status: 'declined', reasons, checks } as const
  const answer = { decided_by: 'document_reading', findings: findings.map(({ code }) => code) }
  const decided = { verification, outcome, resultCode: undefined }
  const scored = await scoreIfRequested(needs, decided, signal)
  const completion = { outcome, answer, dataKey, isWithoutProvider: true }
  const commit = completeVerification(needs, verification.id, {
    ...completion,
    ...(scored ? { scored } : {}),
  })
  return { kind: 'done', reason: 'declined', commit }
}
