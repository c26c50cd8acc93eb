// Keeps a report that the provider sent in a callback alone, and has the provider asked about a verification of which a
// callback brought news: the job of a pending one comes sooner, a completed one, and one that waits for staff, gets a
// job of its own.

import type { Appliance } from '../../appliance.ts'
import { tryDecrypt } from '../../crypto/encrypt.ts'
import { tryOpenDataKey } from '../../data-keys/open-data-key.ts'
import { afterCommit, inTransaction, type Trx } from '../../db/transaction.ts'
import { isUniqueViolation } from '../../db/unique-violation.ts'
import { setJobDueNow } from '../../jobs/run-job-now.ts'
import { localProvider } from '../../providers/local/local-provider.ts'
import { storedAnswersSaySame, suspicionOfStoredAnswer } from '../../providers/provider-registry.ts'
import { auditOutcome } from '../completion/audit-outcome.ts'
import { findProviderName } from '../provider-job/provider-job-view.ts'
import type { Verification } from '../verification.ts'
import { findVerification } from '../verification-view.ts'
import { enqueueLateCheck } from './enqueue-late-check.ts'
import {
  hasRoomForReport,
  type LateResult,
  noLateResults,
  suspectingFraud,
  withResult,
} from './late-results.ts'
import { findLateResults, openLateResults, saveLateResults } from './late-results-store.ts'

type ReportNeeds = Pick<Appliance, 'db' | 'clock' | 'keyring' | 'providerKinds' | 'wakeJobs'>

interface Received {
  readonly verificationId: string
  readonly provider: string
  /** undefined where the callback brings nothing that asking for the result would not show. */
  readonly report: unknown
}

export async function receiveNews(needs: ReportNeeds, received: Received): Promise<void> {
  const receive = () => inTransaction(needs.db, (trx) => receiveIn(needs, trx, received))
  try {
    await receive()
  } catch (error) {
    // Two callbacks at the same time both add what was not there; the second one now finds it.
    if (!isUniqueViolation(error)) throw error
    await receive()
  }
}

async function receiveIn(needs: ReportNeeds, trx: Trx, received: Received): Promise<void> {
  const { verificationId: subjectId, report } = received
  const verification = await findVerification(trx, subjectId)
  if (verification === undefined) return
  const isAtProvider =
    verification.status === 'pending' && (await findProviderName(trx, subjectId)) !== localProvider
  if (isAtProvider) await setJobDueNow(needs, trx, { kind: 'verification.run', subjectId })
  const isNew = report !== undefined && (await keepReport(needs, trx, verification, received))
  if (isNew && !isAtProvider) {
    await auditOutcome(needs, trx, subjectId, 'verification.late_result', { reason: 'received' })
  }
  if (isAtProvider && !isNew) return
  await enqueueLateCheck(needs, trx, subjectId)
  afterCommit(trx, needs.wakeJobs)
}

/** Returns false where a report is kept already that says as much, or none can be. */
async function keepReport(
  needs: ReportNeeds,
  trx: Trx,
  of: Verification,
  received: Received,
): Promise<boolean> {
  const { verificationId: id, provider, report } = received
  const key = await tryOpenDataKey(needs, trx, id)
  if (key === undefined) return false
  const stored = await findLateResults(trx, id)
  const late = stored ? tryDecrypt(() => openLateResults(key, id, stored)) : noLateResults
  if (late === undefined) return false
  if (isKnownReport(needs, of, late.results, received)) return false
  if (!hasRoomForReport(of, late.results)) return false
  const receivedAt = needs.clock.now()
  const added = { source: 'callback', provider, receivedAt, answer: report } as const
  const results = withResult(of, late.results, added)
  await saveLateResults(trx, id, { ...late, results }, key)
  return true
}

/** Whether it was reported before, or suspects no user for whom people do not look for fraud already. */
function isKnownReport(
  { providerKinds }: ReportNeeds,
  of: Verification,
  results: readonly LateResult[],
  { provider, report }: Received,
): boolean {
  const reported = results.filter(({ source }) => source === 'callback')
  if (
    reported.some(({ answer }) => storedAnswersSaySame(provider, [answer, report], providerKinds))
  ) {
    return true
  }
  const usersIn = (answer: unknown, by = provider) =>
    suspicionOfStoredAnswer(by, answer, providerKinds)?.users
  const known = suspectingFraud(of, results).flatMap(
    ({ answer, provider: by }) => usersIn(answer, by) ?? [],
  )
  return usersIn(report)?.every((user) => known.includes(user)) ?? false
}
