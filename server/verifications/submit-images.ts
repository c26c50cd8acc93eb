// Uploads the images of a verification to the provider, and records the start of the upload first, so that a later run
// knows whether one may still be under way.

import type { Appliance } from '../appliance.ts'
import { DecryptError } from '../crypto/encrypt.ts'
import { inTransaction } from '../db/transaction.ts'
import { beginOutbound } from '../egress/begin-outbound.ts'
import type { BeginningCall } from '../egress/outbound.ts'
import { type ProviderImageNeeds, providerImages } from '../images/provider-images.ts'
import { type RunHold, RunLostError } from '../jobs/job-handler.ts'
import { hasCode } from '../kernel/has-code.ts'
import type { IdentityProvider, SubmitReply } from '../providers/provider.ts'
import type { OpenedVerification } from './open-verification.ts'
import { nextPollAt } from './provider-job/poll-schedule.ts'
import {
  type ProviderJobRecord,
  setProviderJobUploadEnded,
  setProviderJobUploadStarted,
} from './provider-job/provider-job-store.ts'

export type SubmitImagesNeeds = ProviderImageNeeds & Pick<Appliance, 'db' | 'clock' | 'node'>

/** The provider may say that it has no images for so long after an upload ended. */
export const uploadNoticedWithinMs = 2 * 60_000
/**
 * Counted from the start of an upload: it may last 2 minutes, then the provider has to notice it. It does not matter
 * who began the upload, or whether that process is dead: what it sent may still be on its way.
 */
const uploadSettledWithinMs = 2 * 60_000 + uploadNoticedWithinMs
/**
 * An upload must begin so soon after it was recorded. A process that was stopped in between does not send: by then
 * another may have uploaded the images.
 */
const beginWithinMs = 30_000
/** On storage that nodes share, a file that another node has placed may be invisible for so long. */
const imagesAppearWithinMs = 5 * 60_000

/** `unreadable`: an image was damaged or removed. `unseen`: an image of a new verification is not there yet. */
type ImagesReply =
  | Exclude<SubmitReply, { readonly kind: 'not_arrived' }>
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'unseen' }

/** @throws RunLostError if another run has taken over the job before the upload began */
export async function submitImages(
  needs: SubmitImagesNeeds,
  provider: IdentityProvider,
  opened: OpenedVerification,
  { signal, hold }: SubmittingRun,
): Promise<ImagesReply> {
  const { verification, claims, dataKey, providerJob } = opened
  const { id, country, idType } = verification
  const uploadMayBeUnderWay = mayUploadBeUnderWay(needs, providerJob)
  const openImages = () => providerImages(needs, id, dataKey)
  const beginUpload = async (call: BeginningCall) => {
    const { clock, node } = needs
    const beganAt = clock.steadyMs()
    const nowMs = clock.now()
    const begun = await inTransaction(needs.db, async (trx) => {
      await hold.confirm(trx)
      await setProviderJobUploadStarted(trx, id, nowMs)
      return beginOutbound(
        trx,
        { ...call, provider: providerJob.provider },
        { nodeId: node.id, nowMs },
      )
    })
    if (signal.aborted || clock.steadyMs() - beganAt > beginWithinMs) throw new RunLostError()
    return begun
  }
  const upload = { openImages, beginUpload, uploadMayBeUnderWay }
  const submission = { job: providerJob, country, idType, claims, ...upload }
  try {
    const reply = await provider.submit(submission, signal)
    if (reply.kind !== 'not_arrived') return reply
    // Nothing of this run is under way, so the next one need not wait until it has arrived.
    await inTransaction(needs.db, async (trx) => {
      await hold.confirm(trx)
      await setProviderJobUploadEnded(trx, id, providerJob.uploadStartedAt)
    })
    return { kind: 'unavailable', reason: reply.reason }
  } catch (error) {
    // An image file was damaged, or removed by something other than the product; another try cannot bring it back.
    if (error instanceof DecryptError) return { kind: 'unreadable' }
    if (hasCode(error, 'ENOENT'))
      return mayAppear(needs, opened) ? { kind: 'unseen' } : { kind: 'unreadable' }
    throw error
  }
}

/** The run of the job that submits. */
export interface SubmittingRun {
  readonly signal: AbortSignal
  readonly hold: RunHold
}

interface AppearNeeds {
  readonly clock: Pick<Appliance['clock'], 'now'>
  readonly node: Pick<Appliance['node'], 'isAlone'>
}

interface Arrived {
  readonly verification: Pick<OpenedVerification['verification'], 'createdAt'>
  readonly providerJob: Pick<ProviderJobRecord, 'createdAt'>
}

/**
 * Whether a file that is missing may still appear. The time of the provider job is later by its outages; that of the
 * verification is later where the clock was ahead.
 */
export function mayAppear(
  { clock, node }: AppearNeeds,
  { verification, providerJob }: Arrived,
): boolean {
  const createdAt = Math.min(verification.createdAt, providerJob.createdAt)
  return !node.isAlone && clock.now() - createdAt < imagesAppearWithinMs
}

/** Whether an earlier upload may still arrive at the provider, or be processed there. */
function mayUploadBeUnderWay(
  { clock }: SubmitImagesNeeds,
  { uploadStartedAt }: ProviderJobRecord,
): boolean {
  return uploadStartedAt !== undefined && clock.now() < uploadStartedAt + uploadSettledWithinMs
}

/** Returns when to ask for an upload that was cut off: as for a result, and when it cannot arrive any more. */
export function askForUploadAt(
  nowMs: number,
  { uploadStartedAt = nowMs }: Pick<ProviderJobRecord, 'uploadStartedAt'>,
): number {
  const settledAt = uploadStartedAt + uploadSettledWithinMs
  return Math.min(nextPollAt(nowMs, uploadStartedAt), settledAt)
}
