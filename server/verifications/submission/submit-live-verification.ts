// Submits a live verification: moves the images into place, then inserts everything in one transaction. The provider
// is called by the job, never inside the request (specification 4.2, architecture 5).

import type { EncryptionKey } from '../../crypto/encrypt.ts'
import type { Keyring } from '../../crypto/keyring.ts'
import { storeDataKey } from '../../data-keys/store-data-key.ts'
import { isCommitUnknown } from '../../db/storage-trouble.ts'
import { type Db, inSharedTransaction, type Trx } from '../../db/transaction.ts'
import type { StoredImage } from '../../images/image.ts'
import type { ImageFiles } from '../../images/storage/image-files.ts'
import { placeImages, recordImages, type StagedImage } from '../../images/storage/record-images.ts'
import { enqueueJob } from '../../jobs/enqueue-job.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import type { IdentityProvider } from '../../providers/provider.ts'
import { encryptClaims, indexIdNumber } from '../erasure/encrypted-columns.ts'
import { countSubmission } from '../figures/count-verification.ts'
import { countOnDay } from '../live-limits/live-day-store.ts'
import { indexSubmittedName, type NameIndexNeeds } from '../names/index-names.ts'
import { indexNumberUse } from '../number-use.ts'
import { newProviderIds } from '../provider-job/provider-ids.ts'
import { insertProviderJob } from '../provider-job/provider-job-store.ts'
import type { Verification } from '../verification.ts'
import { insertVerification } from '../verification-store.ts'
import { pendingVerification, type Submission } from './submission.ts'
import type { OnSubmitted } from './submit-sandbox-verification.ts'

export interface LiveSubmission {
  /** Made when the upload began; encrypts the images. */
  readonly dataKey: EncryptionKey
  readonly submission: Submission
  readonly images: readonly StagedImage[]
  /** Whether the images are known to decode; otherwise the job decodes them first. */
  readonly areDecoded: boolean
  readonly apiKeyId: string
}

export interface SubmitNeeds {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Keyring
  readonly files: ImageFiles
  /** The provider that the job is going to ask; its name is stored. */
  readonly provider: Pick<IdentityProvider, 'name'>
  readonly config: NameIndexNeeds['config'] & { readonly reviews: { readonly seenBefore: boolean } }
  readonly wakeJobs: () => void
}

/** Returns the pending verification once it is committed. On failure its images are removed. */
export async function submitLiveVerification(
  needs: SubmitNeeds,
  request: LiveSubmission,
  inSameTransaction: OnSubmitted,
): Promise<Verification> {
  // The id is made after the upload, so that ids and `created_at` sort in the order of acceptance.
  const { submission, images, apiKeyId } = request
  const createdAt = needs.clock.now()
  const identity = {
    id: newId('ver', createdAt),
    environment: 'live',
    apiKeyId,
    createdAt,
  } as const
  const findings = images.flatMap((image) => image.findings)
  const verification = { ...pendingVerification(submission, identity), findings }
  const placed = await placeImages(needs, verification.id, images)
  await inSharedTransaction(needs.db, async (trx) => {
    await insertPending(needs, trx, verification, { ...request, placed })
    await inSameTransaction(trx, verification)
  }).catch(async (error: unknown) => {
    // Images of a verification that may have been accepted stay; a sweep deletes them if it was not.
    if (!isCommitUnknown(error)) {
      // The sweep deletes what cannot be deleted now.
      await needs.files.remove(placed.map(({ file }) => file)).catch(() => undefined)
    }
    throw error
  })
  needs.wakeJobs()
  return verification
}

async function insertPending(
  needs: SubmitNeeds,
  trx: Trx,
  verification: Verification,
  request: LiveSubmission & { readonly placed: readonly StoredImage[] },
): Promise<void> {
  const { id, country, createdAt } = verification
  const { claims } = request.submission
  await storeDataKey(needs, trx, id, request.dataKey)
  await insertVerification(trx, verification, {
    claims: encryptClaims(request.dataKey, id, claims),
    idNumberIndex: indexIdNumber(needs.keyring, country, claims.idNumber),
    numberUse: needs.config.reviews.seenBefore
      ? indexNumberUse(needs.keyring, verification, claims)
      : undefined,
    providerAnswer: undefined,
  })
  await indexSubmittedName(needs, trx, verification, claims)
  await countOnDay(trx, verification)
  countSubmission(trx, verification)
  await recordImages(trx, request.placed)
  const ids = { verificationId: id, ...newProviderIds() }
  const imagesDecodedAt = request.areDecoded ? createdAt : undefined
  const job = { ...ids, provider: needs.provider.name, imagesDecodedAt, createdAt }
  await insertProviderJob(trx, job)
  await enqueueJob(needs, trx, {
    kind: 'verification.run',
    step: 'prepare',
    subjectId: id,
    payload: { verificationId: id },
  })
}
