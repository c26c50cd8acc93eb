// The job of a verification that completed, or waits for staff, of which the provider had news: asks for the result
// once more, judges it and the reports that came in callbacks, and has people review what differs. The verification's
// status stays as it is.

import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Appliance } from '../../appliance.ts'
import { type EncryptionKey, tryDecrypt } from '../../crypto/encrypt.ts'
import { tryOpenDataKey } from '../../data-keys/open-data-key.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Job } from '../../jobs/job.ts'
import type { JobHandler, JobOutcome, RunHold } from '../../jobs/job-handler.ts'
import { dayMs } from '../../kernel/durations.ts'
import { localProvider } from '../../providers/local/local-provider.ts'
import type { IdentityProvider, ProviderVerdict } from '../../providers/provider.ts'
import {
  readingsOfStoredAnswer,
  storedAnswersSaySame,
  suspicionOfStoredAnswer,
} from '../../providers/provider-registry.ts'
import { auditOutcome } from '../completion/audit-outcome.ts'
import { decide } from '../completion/decide.ts'
import type { FollowNeeds } from '../completion/follow-outcome.ts'
import { hasFailedLongEnough } from '../failed-long-enough.ts'
import { openEncryptedColumns } from '../open-verification.ts'
import { findProviderJob, type ProviderJobRecord } from '../provider-job/provider-job-store.ts'
import { mayKnowJob } from '../provider-job/provider-job-view.ts'
import { areKnownUsers, settleSuspicion } from '../provider-job/settle-suspicion.ts'
import type { Claims, Verification } from '../verification.ts'
import { findVerification } from '../verification-view.ts'
import type { ZoneReading } from '../zone/zone-reading.ts'
import { checkIfCalled } from './enqueue-late-check.ts'
import {
  findingOf,
  isNews,
  isSameOutcome,
  knownOutcome,
  type LateOutcome,
  type LateResult,
  type LateResults,
  noLateResults,
  withResult,
} from './late-results.ts'
import { findLateResults, openLateResults, saveLateResults } from './late-results-store.ts'

type CheckNeeds = FollowNeeds & Pick<Appliance, 'db' | 'provider' | 'providerKinds'>

/** A verification that completed or waits for staff, decrypted. */
interface Opened {
  readonly verification: Verification
  readonly providerJob: ProviderJobRecord
  readonly claims: Claims
  readonly answer: unknown
  readonly zone: ZoneReading | undefined
  readonly late: LateResults
  readonly dataKey: EncryptionKey
  /** As stored. */
  readonly encrypted: Buffer | undefined
}

const timeoutMs = 60_000
/** As long as an outage may last at most: the provider may send no second callback about the change. */
const askForMsMax = 30 * dayMs

const payloadShape = z.object({ verificationId: z.string() })

export function checkLateResultsHandler(needs: CheckNeeds): JobHandler {
  return {
    timeoutMs,
    async run(job, signal, hold) {
      const { verificationId } = payloadShape.parse(job.payload)
      const opened = await open(needs, verificationId)
      if (opened === 'gone') return done(needs, job, 'nothing_to_do')
      if (opened === 'pending') return whilePending(needs, job)
      const judged = await judgeReports(needs, opened, hold)
      return judged ? askAgain(needs, judged, job, { signal, hold }) : changedMeanwhile(needs)
    },
    // What was received stays as it is, and the next callback asks again.
    async abandon() {},
  }
}

/** `gone`: there is no such verification any more, or its personal data cannot be read. */
async function open(needs: CheckNeeds, id: string): Promise<Opened | 'gone' | 'pending'> {
  const { reader } = needs.db
  const verification = await findVerification(reader, id)
  const providerJob = await findProviderJob(reader, id)
  if (verification === undefined || providerJob === undefined) return 'gone'
  const isWithStaff = providerJob.provider === localProvider
  if (verification.status === 'pending' && !isWithStaff) return 'pending'
  const columns = await openEncryptedColumns(needs, id)
  const dataKey = await tryOpenDataKey(needs, reader, id)
  if (columns === undefined || dataKey === undefined) return 'gone'
  const stored = await findLateResults(reader, id)
  const late = stored ? tryDecrypt(() => openLateResults(dataKey, id, stored)) : noLateResults
  if (late === undefined) return 'gone'
  const { claims, answer, zone } = columns
  const encrypted = stored?.results
  return { verification, providerJob, claims, answer, zone, late, dataKey, encrypted }
}

/** Milliseconds to the next look at a verification that a report came for before it completed. */
const waitMs = { min: 60_000, max: 10 * 60_000 } as const

function whilePending({ clock }: CheckNeeds, { createdAt }: Job): JobOutcome {
  const nowMs = clock.now()
  const wait = Math.min(Math.max(nowMs - createdAt, waitMs.min), waitMs.max)
  return { kind: 'again', reason: 'still_pending', at: nowMs + wait }
}

/**
 * A report is about fraud; that of faces alone is settled like one beside the result. One that is not understood stays
 * suspicious, and so does one of a verification that staff decide: no number was read.
 */
async function judgeReports(
  needs: CheckNeeds,
  opened: Opened,
  hold: RunHold,
): Promise<Opened | undefined> {
  const { late, verification, providerJob } = opened
  if (late.results.every(({ outcome }) => outcome !== undefined)) return opened
  const readings = readingsOfStoredAnswer(providerJob.provider, opened.answer, needs.providerKinds)
  const results: LateResult[] = []
  for (const result of late.results) {
    if (result.outcome !== undefined) {
      results.push(result)
      continue
    }
    const { provider = providerJob.provider } = result
    const said = suspicionOfStoredAnswer(provider, result.answer, needs.providerKinds)
    const users = said?.users
    const isKnown =
      users !== undefined && (await areKnownUsers(needs, verification, { readings, users }))
    const { status, reasons } = verification
    const outcome = isKnown && status !== 'pending' ? { status, reasons } : suspected
    results.push({ ...result, outcome })
  }
  return keep(needs, opened, results, hold)
}

const suspected: LateOutcome = { status: 'error', reasons: ['fraud_suspected'] }

interface CheckScope {
  readonly signal: AbortSignal
  readonly hold: RunHold
}

async function askAgain(
  needs: CheckNeeds,
  opened: Opened,
  job: Job,
  { signal, hold }: CheckScope,
): Promise<JobOutcome> {
  const { providerJob } = opened
  const provider: IdentityProvider | undefined = needs.provider
  // Another provider knows nothing of the job.
  if (provider === undefined || !mayKnowJob(provider.name, providerJob)) {
    return done(needs, job, 'provider_changed')
  }
  const reply = await provider.result(providerJob, signal)
  switch (reply.kind) {
    case 'final':
      return judgeResult(needs, opened, job, { ...reply, provider: provider.name, hold })
    // A key that is refused may be changed here a little later.
    case 'unavailable':
    case 'refused':
      return hasAskedLongEnough(needs, job) ? done(needs, job, reply.reason) : retry(reply.reason)
    case 'not_uploaded':
    case 'processing':
    case 'provisional':
      return done(needs, job, 'nothing_final')
  }
}

interface FinalReply {
  readonly provider: string
  readonly verdict: ProviderVerdict
  readonly raw: unknown
  readonly hold: RunHold
}

async function judgeResult(
  needs: CheckNeeds,
  opened: Opened,
  job: Job,
  reply: FinalReply,
): Promise<JobOutcome> {
  const { verification, claims, zone, late } = opened
  const { provider } = reply
  const { results } = late
  const before = results.findLast(({ source }) => source === 'result')?.answer ?? opened.answer
  if (storedAnswersSaySame(provider, [before, reply.raw], needs.providerKinds)) {
    return done(needs, job, 'unchanged')
  }
  const settled = await settleSuspicion(needs, verification, reply.verdict)
  // As of then: a document that expired since does not make the result another one.
  const nowMs = verification.completedAt ?? needs.clock.now()
  const { status, reasons } = decide(settled, { claims, submitted: verification, zone, nowMs })
  const outcome: LateOutcome = { status, reasons }
  if (isSameOutcome(outcome, knownOutcome(verification, results))) {
    return done(needs, job, 'unchanged')
  }
  const receivedAt = needs.clock.now()
  const added: LateResult = { source: 'result', provider, receivedAt, outcome, answer: reply.raw }
  const kept = await keep(needs, opened, withResult(verification, results, added), reply.hold)
  return kept ? done(needs, job, kept.late.finding ?? 'unchanged') : changedMeanwhile(needs)
}

/**
 * Writes the results, and has the verification reviewed if those that are new say something else than it completed
 * with. Returns undefined, and writes nothing, if a callback brought another report meanwhile, staff decided, or the
 * verification was erased.
 */
async function keep(
  needs: CheckNeeds,
  opened: Opened,
  results: readonly LateResult[],
  hold: RunHold,
): Promise<Opened | undefined> {
  const { verification, dataKey, encrypted } = opened
  const { id } = verification
  const finding = findingOf(verification, results)
  const late = { results, finding }
  const added = results.filter((result) => !opened.late.results.includes(result))
  const news = added.some((result) => isNews(verification, result)) ? finding : undefined
  return inTransaction(needs.db, async (trx) => {
    await hold.confirm(trx)
    if ((await findProviderJob(trx, id)) === undefined) return undefined
    if ((await findVerification(trx, id))?.status !== verification.status) return undefined
    const present = (await findLateResults(trx, id))?.results
    if (!isDeepStrictEqual(present, encrypted)) return undefined
    await saveLateResults(trx, id, late, dataKey)
    const reason = news ?? 'unchanged'
    await auditOutcome(needs, trx, id, 'verification.late_result', { reason })
    if (news) await needs.enterReviewQueue(trx, verification, { isNew: false, late: news })
    return { ...opened, late, encrypted: (await findLateResults(trx, id))?.results }
  })
}

function changedMeanwhile({ clock }: CheckNeeds): JobOutcome {
  return { kind: 'again', reason: 'changed_meanwhile', at: clock.now() }
}

function done(needs: CheckNeeds, job: Job, reason: string): JobOutcome {
  return { kind: 'done', reason, commit: checkIfCalled(needs, job) }
}

function retry(reason: string): JobOutcome {
  return { kind: 'retry', reason }
}

function hasAskedLongEnough({ clock }: CheckNeeds, job: Job): boolean {
  return hasFailedLongEnough(job, { nowMs: clock.now(), giveUpAfterMs: askForMsMax })
}
