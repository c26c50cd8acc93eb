// The job behind a live verification: hands the pictures to the provider once, asks for the result until
// there is a final one, decides, concludes. Every step may be cut off and run again.

import { z } from 'zod'
import type { Keyring } from '../crypto/keyring.ts'
import { UnsealError } from '../crypto/seal.ts'
import { type Db, inTransaction, type Trx } from '../db/transaction.ts'
import { type ProviderImageNeeds, providerImages } from '../evidence/provider-images.ts'
import type { Job } from '../jobs/job.ts'
import type { JobHandler, JobOutcome } from '../jobs/job-handler.ts'
import { retryDelayMsMax } from '../jobs/retry-policy.ts'
import type { Clock } from '../kernel/clock.ts'
import { beginOutbound } from '../outbound/begin-outbound.ts'
import type { BeginningCall } from '../outbound/outbound.ts'
import type { IdentityProvider, ResultReply, SubmitReply, Trouble } from '../providers/provider.ts'
import type { RequestScoreNeeds } from '../scoring/request-score.ts'
import { type ConcludeNeeds, concludeVerification } from './conclude-verification.ts'
import { decide } from './decide.ts'
import { type Case, openCase, tryOpenDataKey } from './open-case.ts'
import { nextPollAt } from './poll-schedule.ts'
import {
  type ProviderJobRecord,
  setProviderJobSubmitted,
  setProviderJobUploadStarted,
} from './provider-job-store.ts'
import type { ReasonCode } from './reasons.ts'
import { scoreVerification } from './score-verification.ts'

export interface RunNeeds extends ProviderImageNeeds, ConcludeNeeds, RequestScoreNeeds {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Keyring
  readonly provider: IdentityProvider | undefined
  readonly config: {
    /** How long the provider may stay unreachable before the verification ends in `error`. */
    readonly providerGiveUpAfterMs: number
    /** How long the provider may take to decide. */
    readonly providerUndecidedAfterMs: number
  }
}

/** Covers an upload of the largest pictures over a slow line; single calls have shorter limits. */
const runTimeoutMs = 5 * 60_000

const uploadNoticedWithinMs = 2 * 60_000
/** From the beginning of an upload: the longest that it may last, and then to be noticed. */
const uploadSettledWithinMs = 2 * 60_000 + uploadNoticedWithinMs

/** The same for an upload that died with its process, counted from our start. */
const deadUploadNoticedWithinMs = 30_000

type FinalReply = ResultReply & { readonly kind: 'final' }

const payloadShape = z.object({ verificationId: z.string() })

interface BootedNeeds extends RunNeeds {
  /** When this process began to work. */
  readonly bootAt: number
}

export function runVerificationHandler(parts: RunNeeds): JobHandler {
  const needs: BootedNeeds = { ...parts, bootAt: parts.clock.now() }
  return {
    timeoutMs: runTimeoutMs,
    async run(job, signal) {
      const { verificationId } = payloadShape.parse(job.payload)
      const opened = await openCase(needs, verificationId)
      if (opened === 'concluded') return { kind: 'done', reason: 'nothing_to_do' }
      if (opened === 'unreadable') return endUnreadable(needs, verificationId)
      return step(needs, opened, job, signal)
    },
    abandon: (trx, job, reason) => abandon(needs, trx, job, reason),
  }
}

async function step(
  needs: BootedNeeds,
  opened: Case,
  job: Job,
  signal: AbortSignal,
): Promise<JobOutcome> {
  const { provider } = needs
  if (!provider) return endInError(needs, opened, 'provider_misconfigured', { configured: false })
  if (opened.providerJob.submittedAt === undefined) {
    return submit(needs, provider, opened, job, signal)
  }
  return ask(needs, provider, opened, job, signal)
}

async function submit(
  needs: BootedNeeds,
  provider: IdentityProvider,
  opened: Case,
  job: Job,
  signal: AbortSignal,
): Promise<JobOutcome> {
  const reply = await submitEvidence(needs, provider, opened, signal)
  if (reply.kind === 'unreadable') return endInError(needs, opened, 'evidence_unreadable', {})
  if (reply.kind !== 'accepted') return afterTrouble(needs, opened, job, reply)
  const at = needs.clock.now()
  const { id } = opened.verification
  return {
    kind: 'again',
    reason: 'submitted',
    at: nextPollAt(at, at),
    commit: (trx) => setProviderJobSubmitted(trx, id, { at, reference: reply.reference }),
  }
}

async function ask(
  needs: BootedNeeds,
  provider: IdentityProvider,
  opened: Case,
  job: Job,
  signal: AbortSignal,
): Promise<JobOutcome> {
  const reply = await provider.result(opened.providerJob, signal)
  switch (reply.kind) {
    case 'final':
      return conclude(needs, opened, reply, signal)
    case 'not_uploaded':
      return isUploadFresh(needs, opened)
        ? askLater(needs, opened, 'processing', undefined)
        : submitAgain(needs, provider, opened, job, signal)
    case 'processing':
      return askLater(needs, opened, 'processing', undefined)
    case 'provisional':
      return askLater(needs, opened, 'provisional', reply.raw)
    case 'unavailable':
    case 'refused':
      return afterTrouble(needs, opened, job, reply)
  }
}

/** A process that dies after the engine's answer asks again; features leave twice, nothing is kept twice. */
async function conclude(
  needs: BootedNeeds,
  { verification, claims, dataKey }: Case,
  { verdict, raw }: FinalReply,
  signal: AbortSignal,
): Promise<JobOutcome> {
  const conclusion = decide(verdict, claims)
  const { checks, status } = conclusion
  const { resultCode } = verdict
  const isAsked = verification.scoring.state === 'requested' && status !== 'error'
  const decided = { ...verification, checks, resultCode }
  const scored = isAsked ? await scoreVerification(needs, decided, signal) : undefined
  const end = { conclusion, answer: raw, dataKey, resultCode, ...(scored ? { scored } : {}) }
  const commit = concludeVerification(needs, verification.id, end)
  return { kind: 'done', reason: status, commit }
}

/** For a while after an upload the provider may not have noticed it; sending it again could cost twice. */
function isUploadFresh(needs: BootedNeeds, opened: Case): boolean {
  return needs.clock.now() - (opened.providerJob.submittedAt ?? 0) < uploadNoticedWithinMs
}

/** Whether pictures may be at the provider without our knowing and without its having noticed. */
function mayUploadBeUnderWay(
  { clock, bootAt }: BootedNeeds,
  { uploadStartedAt }: ProviderJobRecord,
): boolean {
  if (uploadStartedAt === undefined) return false
  // An upload of a process that died is over; it only has to be noticed, if it had come through.
  const isOfDeadProcess = uploadStartedAt < bootAt
  const settledAt = isOfDeadProcess
    ? bootAt + deadUploadNoticedWithinMs
    : uploadStartedAt + uploadSettledWithinMs
  return clock.now() < settledAt
}

/** Not for ever: a provider that keeps losing the pictures has not decided in time either. */
async function submitAgain(
  needs: BootedNeeds,
  provider: IdentityProvider,
  opened: Case,
  job: Job,
  signal: AbortSignal,
): Promise<JobOutcome> {
  const later = askLater(needs, opened, 'processing', undefined)
  return later.kind === 'done' ? later : submit(needs, provider, opened, job, signal)
}

function askLater(
  needs: BootedNeeds,
  opened: Case,
  reason: 'processing' | 'provisional',
  raw: unknown,
): JobOutcome {
  const nowMs = needs.clock.now()
  const { verification, providerJob } = opened
  if (nowMs - verification.createdAt >= needs.config.providerUndecidedAfterMs) {
    return endInError(needs, opened, 'provider_undecided', raw ?? { last_state: reason })
  }
  return { kind: 'again', reason, at: nextPollAt(nowMs, providerJob.submittedAt ?? nowMs) }
}

function afterTrouble(needs: BootedNeeds, opened: Case, job: Job, trouble: Trouble): JobOutcome {
  if (trouble.kind === 'refused') {
    const { raw, code } = trouble
    return endInError(needs, opened, trouble.reason, raw ?? { code: code ?? null })
  }
  // Here the provider answered; only its next word is waited for.
  if (trouble.reason === 'upload_unconfirmed') return { kind: 'retry', reason: trouble.reason }
  if (hasFailedLongEnough(needs, job)) {
    const isForbidden = trouble.reason === 'address_forbidden'
    const reason = isForbidden ? 'provider_misconfigured' : 'provider_unreachable'
    return endInError(needs, opened, reason, { last_trouble: trouble.reason })
  }
  return { kind: 'retry', reason: trouble.reason }
}

/** By the clock, and by attempts: hours in which this process was down are no fault of the provider. */
function hasFailedLongEnough(needs: BootedNeeds, { failingSince, attempts }: Job): boolean {
  const { providerGiveUpAfterMs } = needs.config
  if (failingSince === undefined) return false
  const isLongAgo = needs.clock.now() - failingSince >= providerGiveUpAfterMs
  return isLongAgo && attempts >= Math.floor(providerGiveUpAfterMs / retryDelayMsMax)
}

function endInError(
  needs: BootedNeeds,
  opened: Case,
  reason: ReasonCode,
  answer: unknown,
): JobOutcome {
  const { verification, dataKey } = opened
  const conclusion = { status: 'error', reasons: [reason], checks: [] } as const
  const commit = concludeVerification(needs, verification.id, { conclusion, answer, dataKey })
  return { kind: 'done', reason, commit }
}

/** Nothing can be kept under a key that is gone, but the client gets an end all the same. */
function endUnreadable(needs: BootedNeeds, verificationId: string): JobOutcome {
  const conclusion = { status: 'error', reasons: ['evidence_unreadable'], checks: [] } as const
  const end = { conclusion, answer: undefined, dataKey: undefined }
  const commit = concludeVerification(needs, verificationId, end)
  return { kind: 'done', reason: 'evidence_unreadable', commit }
}

/** The handler itself keeps failing, or dies with the process: the client gets an answer all the same. */
async function abandon(needs: BootedNeeds, trx: Trx, job: Job, reason: string): Promise<void> {
  const { verificationId } = payloadShape.parse(job.payload)
  const dataKey = await tryOpenDataKey(needs, trx, verificationId)
  const conclusion = { status: 'error', reasons: ['internal_error'], checks: [] } as const
  const end = { conclusion, answer: { abandoned: reason }, dataKey }
  await concludeVerification(needs, verificationId, end)(trx)
}

async function submitEvidence(
  needs: BootedNeeds,
  provider: IdentityProvider,
  opened: Case,
  signal: AbortSignal,
): Promise<SubmitReply | { readonly kind: 'unreadable' }> {
  const { verification, providerJob: job, claims, dataKey } = opened
  const { id, country, idType } = verification
  const uploadMayBeUnderWay = mayUploadBeUnderWay(needs, job)
  const openImages = () => providerImages(needs, id, dataKey)
  const beginUpload = (upload: BeginningCall) => {
    const startedAt = needs.clock.now()
    return inTransaction(needs.db, async (trx) => {
      await setProviderJobUploadStarted(trx, id, startedAt)
      return beginOutbound(trx, upload, startedAt)
    })
  }
  const steps = { openImages, beginUpload, uploadMayBeUnderWay }
  const submission = { job, country, idType, claims, ...steps }
  try {
    return await provider.submit(submission, signal)
  } catch (error) {
    // A picture was damaged or removed behind our back; trying again will not bring it back.
    if (error instanceof UnsealError || isMissingFile(error)) return { kind: 'unreadable' }
    throw error
  }
}

function isMissingFile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
