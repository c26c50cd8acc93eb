// Uploads the images of a verification to the provider, and records the start of the upload first, so that a later run
// knows whether one may still be under way.

import type { Appliance } from '../appliance.ts'
import { DecryptError } from '../crypto/encrypt.ts'
import { inTransaction } from '../db/transaction.ts'
import { beginOutbound } from '../egress/begin-outbound.ts'
import type { BeginningCall } from '../egress/outbound.ts'
import { type ProviderImageNeeds, providerImages } from '../images/provider-images.ts'
import type { IdentityProvider, SubmitReply } from '../providers/provider.ts'
import type { OpenedVerification } from './open-verification.ts'
import { type ProviderJobRecord, setProviderJobUploadStarted } from './provider-job-store.ts'

export type SubmitImagesNeeds = ProviderImageNeeds &
  Pick<Appliance, 'db' | 'clock'> & {
    /** Milliseconds since 1970. */
    readonly processStartedAt: number
  }

/** The provider may say that it has no images for so long after an upload ended. */
export const uploadNoticedWithinMs = 2 * 60_000
/** Counted from the start of an upload: it may last 2 minutes, then the provider has to notice it. */
const uploadSettledWithinMs = 2 * 60_000 + uploadNoticedWithinMs

/** An upload of an earlier process is over when this process starts; the provider may take so long to notice it. */
const deadUploadNoticedWithinMs = 30_000

/** Returns `unreadable` if an image was damaged or removed. */
export async function submitImages(
  needs: SubmitImagesNeeds,
  provider: IdentityProvider,
  opened: OpenedVerification,
  signal: AbortSignal,
): Promise<SubmitReply | { readonly kind: 'unreadable' }> {
  const { verification, providerJob, claims, dataKey } = opened
  const { id, country, idType } = verification
  const uploadMayBeUnderWay = mayUploadBeUnderWay(needs, providerJob)
  const openImages = () => providerImages(needs, id, dataKey)
  const beginUpload = (call: BeginningCall) => {
    const startedAt = needs.clock.now()
    return inTransaction(needs.db, async (trx) => {
      await setProviderJobUploadStarted(trx, id, startedAt)
      return beginOutbound(trx, call, startedAt)
    })
  }
  const upload = { openImages, beginUpload, uploadMayBeUnderWay }
  const submission = { job: providerJob, country, idType, claims, ...upload }
  try {
    return await provider.submit(submission, signal)
  } catch (error) {
    // An image file was damaged, or removed by something other than the product; another try cannot bring it back.
    if (error instanceof DecryptError || isMissingFile(error)) return { kind: 'unreadable' }
    throw error
  }
}

/** Whether an earlier upload may still arrive at the provider, or be processed there. */
function mayUploadBeUnderWay(
  { clock, processStartedAt }: SubmitImagesNeeds,
  { uploadStartedAt }: ProviderJobRecord,
): boolean {
  if (uploadStartedAt === undefined) return false
  // The upload of a process that died is over; if it got through, the provider only has to process it.
  const isOfDeadProcess = uploadStartedAt < processStartedAt
  const settledAt = isOfDeadProcess
    ? processStartedAt + deadUploadNoticedWithinMs
    : uploadStartedAt + uploadSettledWithinMs
  return clock.now() < settledAt
}

function isMissingFile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
