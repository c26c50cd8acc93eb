// The job of a live verification: decodes the images, reads the document's machine-readable zone, uploads the images to
// the provider once, polls until there is a final result, decides, and completes the verification. Every run may be
// interrupted and repeated.

import { z } from 'zod'
import type { Appliance } from '../appliance.ts'
import { tryOpenDataKey } from '../data-keys/open-data-key.ts'
import type { Trx } from '../db/transaction.ts'
import type { Job } from '../jobs/job.ts'
import type { JobHandler, JobOutcome } from '../jobs/job-handler.ts'
import { type fallbackProviders, localProvider } from '../providers/local/local-provider.ts'
import type {
  IdentityProvider,
  RefusedReason,
  ResultReply,
  Trouble,
} from '../providers/provider.ts'
import type { RequestScoreNeeds } from '../scoring/request-score.ts'
import { type AwaitNeeds, awaitStaff } from './await-staff.ts'
import { completeVerification } from './completion/complete-verification.ts'
import { completeWithError } from './completion/complete-with-error.ts'
import { checksNotDone, decide } from './completion/decide.ts'
import { handToStaff } from './completion/hand-to-staff.ts'
import { hasFailedLongEnough } from './failed-long-enough.ts'
import { checkIfCalled } from './late/enqueue-late-check.ts'
import { findClaims, type OpenedVerification, openVerification } from './open-verification.ts'
import { type PrepareNeeds, prepareToAsk } from './prepare-to-ask.ts'
import { decidingSince, leaveOutOutage } from './provider-job/leave-out-outage.ts'
import { nextPollAt } from './provider-job/poll-schedule.ts'
import { setProviderJobSubmitted } from './provider-job/provider-job-store.ts'
import { settleSuspicion } from './provider-job/settle-suspicion.ts'
import { timesByOurClock } from './provider-job/times-by-our-clock.ts'
import { scoreIfRequested } from './score-verification.ts'
import {
  askForUploadAt,
  type SubmitImagesNeeds,
  type SubmittingRun,
  submitImages,
  uploadNoticedWithinMs,
} from './submit-images.ts'
import { findVerification } from './verification-view.ts'

type RunNeeds = SubmitImagesNeeds &
  PrepareNeeds &
  AwaitNeeds &
  RequestScoreNeeds &
  Pick<Appliance, 'db' | 'provider' | 'providerKinds'> & {
    readonly config: {
      /** How long the provider may stay unreachable before the verification ends in `error`. */
      readonly providerGiveUpAfterMs: number
      /** How long the provider may take to decide. */
      readonly providerUndecidedAfterMs: number
      readonly providerFallback: (typeof fallbackProviders)[number]
    }
  }

/** Covers an upload of the largest images over a slow line; single calls have shorter limits. */
const runTimeoutMs = 5 * 60_000

type FinalReply = ResultReply & { readonly kind: 'final' }

/** What the steps of one run have at hand. */
interface Run {
  readonly needs: RunNeeds
  readonly opened: OpenedVerification
  readonly job: Job
  readonly scope: SubmittingRun
}

/** A run whose verification is this provider's. */
interface AskingRun extends Run {
  readonly provider: IdentityProvider
}

const payloadShape = z.object({ verificationId: z.string() })

export function runVerificationHandler(needs: RunNeeds): JobHandler {
  return {
    timeoutMs: runTimeoutMs,
    async run(job, signal, hold) {
      const { verificationId } = payloadShape.parse(job.payload)
      const opened = await openVerification(needs, verificationId)
      if (opened === 'completed') return { kind: 'done', reason: 'nothing_to_do' }
      if (opened === 'unreadable') return completeUnreadable(needs, verificationId)
      const providerJob = await timesByOurClock(needs, opened.providerJob, hold)
      return runStep({ needs, opened: { ...opened, providerJob }, job, scope: { signal, hold } })
    },
    abandon: (trx, job, reason) => abandon(needs, trx, job, reason),
  }
}

async function runStep(run: Run): Promise<JobOutcome> {
  const { needs, opened, job, scope } = run
  const { provider } = needs
  if (opened.providerJob.provider === localProvider) return awaitStaff(needs, opened, job, scope)
  // Another provider knows nothing of the job, and asking it would pay twice.
  if (provider?.name !== opened.providerJob.provider)
    return completeWithError(needs, opened, 'provider_misconfigured', { configured: false })
  if (opened.providerJob.submittedAt === undefined) {
    const prepared = await prepareToAsk(needs, opened, job, scope)
    if (prepared.outcome) return prepared.outcome
    if (job.step === 'prepare') return askNext(run)
    return submit({ ...run, provider, opened: prepared.opened })
  }
  return poll({ ...run, provider })
}

/**
 * The upload waits on the network, so it takes no slot of those that work on images. The time in which images could not
 * be prepared does not count as the provider's.
 */
function askNext(run: Run): JobOutcome {
  const at = run.needs.clock.now()
  const commit = (trx: Trx) => leaveOutOutage(trx, run.opened, answeredAt(run, at))
  return {
    kind: 'again',
    reason: 'prepared',
    step: 'ask',
    at,
    ...(run.job.failingSince && { commit }),
  }
}

async function submit(run: AskingRun): Promise<JobOutcome> {
  const { needs, opened } = run
  const reply = await submitImages(needs, run.provider, opened, run.scope)
  switch (reply.kind) {
    case 'unreadable':
      return completeWithError(needs, opened, 'evidence_unreadable', {})
    case 'unseen':
      return { kind: 'retry', reason: 'images_not_visible' }
    case 'unavailable':
    case 'refused':
      return afterTrouble(run, reply)
    case 'accepted':
  }
  const at = needs.clock.now()
  const { id } = opened.verification
  return {
    kind: 'again',
    reason: 'submitted',
    step: 'follow_up',
    at: nextPollAt(at, at),
    commit: async (trx) => {
      await setProviderJobSubmitted(trx, id, { at, reference: reply.reference })
      await leaveOutOutage(trx, opened, answeredAt(run, at))
    },
  }
}

async function poll(run: AskingRun): Promise<JobOutcome> {
  const reply = await run.provider.result(run.opened.providerJob, run.scope.signal)
  switch (reply.kind) {
    case 'final':
      return complete(run, reply)
    case 'not_uploaded':
      return mayNotBeNoticedYet(run)
        ? pollLaterOrGiveUp(run, { reason: 'processing' })
        : submitAgain(run)
    case 'processing':
      return pollLaterOrGiveUp(run, { reason: 'processing' })
    case 'provisional':
      return pollLaterOrGiveUp(run, { reason: 'provisional', raw: reply.raw })
    case 'unavailable':
    case 'refused':
      return afterTrouble(run, reply)
  }
}

/** If the process dies after the scoring engine's answer, the engine is called again; nothing is stored twice. */
async function complete(
  { needs, opened, job, scope }: Run,
  { verdict, raw }: FinalReply,
): Promise<JobOutcome> {
  const { verification, claims, dataKey, zone } = opened
  const settled = await settleSuspicion(needs, verification, verdict)
  const nowMs = needs.clock.now()
  const outcome = decide(settled, { claims, submitted: verification, zone, nowMs })
  const { resultCode } = verdict
  const scored = await scoreIfRequested(needs, { verification, outcome, resultCode }, scope.signal)
  const completion = { outcome, answer: raw, dataKey, resultCode, ...(scored ? { scored } : {}) }
  const write = completeVerification(needs, verification.id, completion)
  return { kind: 'done', reason: outcome.status, commit: checkIfCalled(needs, job, write) }
}

/** Whether the provider may not have noticed the upload yet; uploading again could then cost twice. */
function mayNotBeNoticedYet({ needs, opened }: Run): boolean {
  return needs.clock.now() - (opened.providerJob.submittedAt ?? 0) < uploadNoticedWithinMs
}

/** Uploads again, unless the provider's time for a decision is over: it may lose the images again and again. */
async function submitAgain(run: AskingRun): Promise<JobOutcome> {
  if (isUndecidedTooLong(run)) {
    return completeWithError(run.needs, run.opened, 'provider_undecided', {
      last_state: 'processing',
    })
  }
  return submit(run)
}

/** Asks again later, or completes with an error when the provider's time for a decision is over. */
function pollLaterOrGiveUp(
  run: Run,
  { reason, raw }: { readonly reason: 'processing' | 'provisional'; readonly raw?: unknown },
): JobOutcome {
  const { needs, opened, job } = run
  const nowMs = needs.clock.now()
  if (isUndecidedTooLong(run)) {
    return completeWithError(needs, opened, 'provider_undecided', raw ?? { last_state: reason })
  }
  const at = nextPollAt(nowMs, opened.providerJob.submittedAt ?? nowMs)
  const commit = (trx: Trx) => leaveOutOutage(trx, opened, answeredAt(run, nowMs))
  return { kind: 'again', reason, step: 'follow_up', at, ...(job.failingSince && { commit }) }
}

function isUndecidedTooLong(run: Run): boolean {
  const nowMs = run.needs.clock.now()
  const since = decidingSince(run.opened, answeredAt(run, nowMs))
  return nowMs - since >= run.needs.config.providerUndecidedAfterMs
}

function answeredAt({ needs, job }: Run, nowMs: number) {
  return { job, nowMs, giveUpAfterMs: needs.config.providerGiveUpAfterMs }
}

/** The provider gave no usable answer (`unavailable`), or refuses until an operator acts (`refused`). */
function afterTrouble(run: Run, trouble: Trouble): JobOutcome {
  const { needs, opened } = run
  if (trouble.kind === 'refused') {
    const { raw, code } = trouble
    if (outlivesNewKey(run, trouble.reason)) return { kind: 'retry', reason: trouble.reason }
    return completeWithError(needs, opened, trouble.reason, raw ?? { code: code ?? null })
  }
  // The provider has no images yet, and an earlier upload may still arrive. This run has not failed; uploads that fail
  // stay counted, so that those that keep failing end at last.
  if (trouble.reason === 'upload_unconfirmed') {
    const at = askForUploadAt(needs.clock.now(), opened.providerJob)
    return { kind: 'wait', reason: trouble.reason, at }
  }
  if (hasFailedForBudget(run)) {
    const isForbidden = trouble.reason === 'address_forbidden'
    if (!isForbidden && needs.config.providerFallback === localProvider) {
      return handToStaff(needs, opened, 'provider_unreachable')
    }
    const reason = isForbidden ? 'provider_misconfigured' : 'provider_unreachable'
    return completeWithError(needs, opened, reason, { last_trouble: trouble.reason })
  }
  return { kind: 'retry', reason: trouble.reason }
}

/** A check that may be paid waits while our key at the provider is replaced, there and then here. */
function outlivesNewKey(run: Run, reason: RefusedReason): boolean {
  const { providerJob } = run.opened
  const mayBePaid = (providerJob.submittedAt ?? providerJob.uploadStartedAt) !== undefined
  const isOfKey = reason === 'provider_credentials_refused'
  return isOfKey && mayBePaid && !hasFailedForBudget(run)
}

function hasFailedForBudget({ needs, job }: Run): boolean {
  const giveUpAfterMs = needs.config.providerGiveUpAfterMs
  return hasFailedLongEnough(job, { nowMs: needs.clock.now(), giveUpAfterMs })
}

/** Completes a verification whose data key is gone: no answer can be stored, but the client gets an outcome. */
function completeUnreadable(needs: RunNeeds, verificationId: string): JobOutcome {
  const checks = checksNotDone(undefined, [])
  const outcome = { status: 'error', reasons: ['evidence_unreadable'], checks } as const
  const completion = { outcome, answer: undefined, dataKey: undefined }
  const commit = completeVerification(needs, verificationId, completion)
  return { kind: 'done', reason: 'evidence_unreadable', commit }
}

/** Called when the handler keeps failing or crashing: the client still gets an outcome. */
async function abandon(needs: RunNeeds, trx: Trx, job: Job, reason: string): Promise<void> {
  const { verificationId } = payloadShape.parse(job.payload)
  const dataKey = await tryOpenDataKey(needs, trx, verificationId)
  const stored = (await findVerification(trx, verificationId))?.checks ?? []
  const checks = checksNotDone(await findClaims(trx, dataKey, verificationId), stored)
  const outcome = { status: 'error', reasons: ['internal_error'], checks } as const
  const completion = { outcome, answer: { abandoned: reason }, dataKey }
  await completeVerification(needs, verificationId, completion)(trx)
}
