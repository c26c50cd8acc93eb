// Has the bank's own face model compare the document's portrait with the selfie, once, before the provider is asked.
// What it says is advice to reviewers: it changes no status and raises no review. A model or decoder that does not run
// is tried in a few runs of the job; then the verification goes on without advice.

import type { Appliance } from '../../appliance.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { FaceAnswer, FaceComparer, FacePictures } from '../../faces/face-comparer.ts'
import { copySelfie, cutPortrait, type SubmittedImage } from '../../faces/face-pictures.ts'
import type { UsableMeasurement } from '../../faces/measured-model.ts'
import { UndecodableError } from '../../images/inspection.ts'
import { openImagesOf } from '../../images/storage/open-images.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { ImagePart } from '../../markets/document-layouts.ts'
import type { ImageRole } from '../../providers/provider.ts'
import type { OpenedVerification } from '../open-verification.ts'
import type { SubmittingRun } from '../submit-images.ts'
import { portraitPart } from '../zone/portrait-by-zone.ts'
import type { FaceAdvice, FaceComparison } from './face-comparison.ts'
import { findFaceComparison, insertFaceComparison } from './face-comparison-store.ts'

export type CompareFacesNeeds = Pick<
  Appliance,
  'db' | 'clock' | 'keyring' | 'files' | 'log' | 'images' | 'faceComparer'
>

/**
 * Does nothing if no model is set, the faces were compared before, an upload began, or an image is missing. Returns
 * `later`, and stores nothing, where only a later run can tell; on the last try it stores that there is no advice.
 * @throws RunLostError if another run has taken over the job; the reason of `signal`
 */
export async function compareFaces(
  needs: CompareFacesNeeds,
  opened: OpenedVerification,
  { signal, hold }: SubmittingRun,
  isLastTry: boolean,
): Promise<'done' | 'later'> {
  const { verification, providerJob, dataKey } = opened
  const { id } = verification
  const { faceComparer } = needs
  if (faceComparer === undefined || providerJob.uploadStartedAt !== undefined) return 'done'
  if ((await findFaceComparison(needs.db.reader, id)) !== undefined) return 'done'
  const images = await faceImagesOf(needs, opened)
  if (images === undefined) return 'done'
  const answer = await answerOf(needs, faceComparer, images, signal)
  // What takes too long, or cannot be used, would do so again.
  if ('failure' in answer && answer.failure === 'unavailable' && !isLastTry) return 'later'
  const comparedAt = needs.clock.now()
  const comparison: FaceComparison =
    'failure' in answer
      ? { outcome: answer.failure, comparedAt }
      : { outcome: 'compared', advice: adviceOf(answer.similarity, answer.model), comparedAt }
  if (comparison.outcome !== 'compared') {
    const fields = { verification_id: id, reason: comparison.outcome }
    needs.log.warn('faces_not_compared', fields)
  }
  await inTransaction(needs.db, async (trx) => {
    await hold.confirm(trx)
    await insertFaceComparison(trx, id, comparison, dataKey)
  })
  return 'done'
}

const modelCharacters = 12

function adviceOf(similarity: number, { modelSha256, measurement }: UsableMeasurement): FaceAdvice {
  const { threshold, falseMatch } = measurement
  const { share, low, high } = falseMatch
  const model = modelSha256.slice(0, modelCharacters)
  return { similarity, threshold, model, falseMatch: { share, low, high } }
}

interface FaceImages {
  readonly verificationId: string
  readonly front: SubmittedImage
  readonly selfie: SubmittedImage
  readonly part: ImagePart
}

/** Returns undefined where an image is missing. */
async function faceImagesOf(
  needs: CompareFacesNeeds,
  { verification, zone, dataKey }: OpenedVerification,
): Promise<FaceImages | undefined> {
  const { id: verificationId, idType } = verification
  const roles: readonly ImageRole[] = ['front', 'selfie']
  const opened = await openImagesOf(needs, verificationId, dataKey, roles)
  const imageOf = (wanted: ImageRole) => {
    const found = opened.find(({ image }) => image.role === wanted)
    return found && { bytes: found.bytes, facts: found.image.facts }
  }
  const [front, selfie] = [imageOf('front'), imageOf('selfie')]
  if (front === undefined || selfie === undefined) return undefined
  const corners = zone?.found?.side === 'front' ? zone.found.corners : undefined
  const part = portraitPart({ idType, facts: front.facts, corners })
  return { verificationId, front, selfie, part }
}

/** A fault of our own is logged with its cause, and stops no verification. @throws the reason of `signal` */
async function answerOf(
  { images, log }: CompareFacesNeeds,
  faceComparer: FaceComparer,
  { verificationId, front, selfie, part }: FaceImages,
  signal: AbortSignal,
): Promise<FaceAnswer> {
  try {
    const pictures: FacePictures = {
      portrait: await cutPortrait(images, front, part, signal),
      selfie: await copySelfie(images, selfie, signal),
    }
    return await faceComparer.compare(pictures, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof UndecodableError) return { failure: 'no_embedding' }
    // An AppError says that too many images wait for the decoder, or that it does not start.
    if (!(error instanceof AppError)) {
      log.error('face_comparison_failed', { verification_id: verificationId }, error)
    }
    return { failure: 'unavailable' }
  }
}
