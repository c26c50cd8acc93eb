// The job behind a live verification: hands the pictures to the provider once, asks for the result until
// there is a final one, decides, concludes. Every step may be cut off and run again.

import { z } from 'zod'
import type { Keyring } from '../crypto/keyring.ts'
import { type SealingKey, UnsealError } from '../crypto/seal.ts'
import { openDataKey } from '../data-keys/open-data-key.ts'
import type { Db, Trx } from '../db/transaction.ts'
import { type ProviderImageNeeds, providerImages } from '../evidence/provider-images.ts'
import type { Job } from '../jobs/job.ts'
import type { JobHandler, JobOutcome } from '../jobs/job-handler.ts'
import type { Clock } from '../kernel/clock.ts'
import type { IdentityProvider, ProviderSubmission, Trouble } from '../providers/provider.ts'
import { concludeVerification } from './conclude-verification.ts'
import { decide } from './decide.ts'
import { nextPollAt } from './poll-schedule.ts'
import {
  findProviderJob,
  type ProviderJobRecord,
  setProviderJobSubmitted,
} from './provider-job-store.ts'
import type { ReasonCode } from './reasons.ts'
import { openClaims } from './sealed-parts.ts'
import type { Claims, Verification } from './verification.ts'
import { findSealedParts, findVerification } from './verification-store.ts'

export interface RunNeeds extends ProviderImageNeeds {
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

const payloadShape = z.object({ verificationId: z.string() })

export function runVerificationHandler(needs: RunNeeds): JobHandler {
  return {
    timeoutMs: runTimeoutMs,
    async run(job, signal) {
      const opened = await openCase(needs, payloadShape.parse(job.payload).verificationId)
      if (!opened) return { kind: 'done', reason: 'nothing_to_do' }
      return step(needs, opened, job, signal)
    },
    abandon: (trx, job, reason) => abandon(needs, trx, job, reason),
  }
}

/** Everything a step needs to know of one pending verification. */
interface Case {
  readonly verification: Verification
  readonly providerJob: ProviderJobRecord
  readonly claims: Claims
  readonly dataKey: SealingKey
}

/** undefined when there is nothing left to do: concluded already, or erased. */
async function openCase(needs: RunNeeds, id: string): Promise<Case | undefined> {
  const reader = needs.db.reader
  const verification = await findVerification(reader, id)
  const providerJob = await findProviderJob(reader, id)
  const sealed = await findSealedParts(reader, id)
  const dataKey = await openDataKey(needs, reader, id)
  if (!verification || !providerJob || !sealed || !dataKey) return undefined
  if (verification.status !== 'pending') return undefined
  const claims = openClaims(dataKey, id, sealed.claims)
  return { verification, providerJob, claims, dataKey }
}

async function step(
  needs: RunNeeds,
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
  needs: RunNeeds,
  provider: IdentityProvider,
  opened: Case,
  job: Job,
  signal: AbortSignal,
): Promise<JobOutcome> {
  const submission = await submissionOf(needs, opened)
  if (!submission) return endInError(needs, opened, 'evidence_unreadable', {})
  const reply = await provider.submit(submission, signal)
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
  needs: RunNeeds,
  provider: IdentityProvider,
  opened: Case,
  job: Job,
  signal: AbortSignal,
): Promise<JobOutcome> {
  const reply = await provider.result(opened.providerJob, signal)
  switch (reply.kind) {
    case 'final': {
      const conclusion = decide(reply.verdict, opened.claims)
      const { verification, dataKey } = opened
      const end = { conclusion, answer: reply.raw, dataKey }
      const commit = concludeVerification(needs, verification.id, end)
      return { kind: 'done', reason: conclusion.status, commit }
    }
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

/** For a while after an upload the provider may not have noticed it; sending it again could cost twice. */
function isUploadFresh(needs: RunNeeds, opened: Case): boolean {
  return needs.clock.now() - (opened.providerJob.submittedAt ?? 0) < uploadNoticedWithinMs
}

/** Not for ever: a provider that keeps losing the pictures has not decided in time either. */
async function submitAgain(
  needs: RunNeeds,
  provider: IdentityProvider,
  opened: Case,
  job: Job,
  signal: AbortSignal,
): Promise<JobOutcome> {
  const later = askLater(needs, opened, 'processing', undefined)
  return later.kind === 'done' ? later : submit(needs, provider, opened, job, signal)
}

function askLater(
  needs: RunNeeds,
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

function afterTrouble(needs: RunNeeds, opened: Case, job: Job, trouble: Trouble): JobOutcome {
  if (trouble.kind === 'refused') {
    const { raw, code } = trouble
    return endInError(needs, opened, trouble.reason, raw ?? { code: code ?? null })
  }
  const failingMs = job.failingSince === undefined ? 0 : needs.clock.now() - job.failingSince
  if (failingMs >= needs.config.providerGiveUpAfterMs) {
    return endInError(needs, opened, 'provider_unreachable', { last_trouble: trouble.reason })
  }
  return { kind: 'retry', reason: trouble.reason }
}

function endInError(
  needs: RunNeeds,
  opened: Case,
  reason: ReasonCode,
  answer: unknown,
): JobOutcome {
  const { verification, dataKey } = opened
  const conclusion = { status: 'error', reasons: [reason], checks: [] } as const
  const commit = concludeVerification(needs, verification.id, { conclusion, answer, dataKey })
  return { kind: 'done', reason, commit }
}

/** The handler itself keeps failing, or dies with the process: the client gets an answer all the same. */
async function abandon(needs: RunNeeds, trx: Trx, job: Job, reason: string): Promise<void> {
  const { verificationId } = payloadShape.parse(job.payload)
  const dataKey = await openDataKey(needs, trx, verificationId)
  if (!dataKey) return
  const conclusion = { status: 'error', reasons: ['internal_error'], checks: [] } as const
  const end = { conclusion, answer: { abandoned: reason }, dataKey }
  await concludeVerification(needs, verificationId, end)(trx)
}

/** undefined when the pictures cannot be opened any more. */
async function submissionOf(
  needs: RunNeeds,
  opened: Case,
): Promise<ProviderSubmission | undefined> {
  const { verification, providerJob, claims, dataKey } = opened
  try {
    const images = await providerImages(needs, verification.id, dataKey)
    const { country, idType } = verification
    return { job: providerJob, country, idType, images, claims }
  } catch (error) {
    if (error instanceof UnsealError || isMissingFile(error)) return undefined
    throw error
  }
}

function isMissingFile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
