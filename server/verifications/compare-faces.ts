// Has the bank's own face model compare the document's portrait with the selfie, once, before the provider is asked. What
// it says is advice to reviewers: it changes no status and raises no review, and a model that fails stops nothing.

import type { Appliance } from '../appliance.ts'
import { inTransaction } from '../db/transaction.ts'
import type { FaceFailure, FacePictures } from '../faces/face-comparer.ts'
import { copySelfie, cutPortrait } from '../faces/face-pictures.ts'
import type { UsableMeasurement } from '../faces/measured-model.ts'
import { openImagesOf } from '../images/open-images.ts'
import { AppError } from '../kernel/app-error.ts'
import type { ImageRole } from '../providers/provider.ts'
import type { FaceAdvice, FaceComparison } from './face-comparison.ts'
import { findFaceComparison, insertFaceComparison } from './face-comparison-store.ts'
import type { OpenedVerification } from './open-verification.ts'
import { portraitPart } from './portrait-by-zone.ts'
import type { SubmittingRun } from './submit-images.ts'

export type CompareFacesNeeds = Pick<
  Appliance,
  'db' | 'clock' | 'keyring' | 'files' | 'log' | 'images' | 'faceComparer'
>

/**
 * Does nothing if no model is set, the faces were compared before, an upload began, or an image is missing.
 * @throws RunLostError if another run has taken over the job; the reason of `signal`
 */
export async function compareFaces(
  needs: CompareFacesNeeds,
  opened: OpenedVerification,
  { signal, hold }: SubmittingRun,
): Promise<void> {
  const { verification, providerJob, dataKey } = opened
  const { id } = verification
  const { faceComparer } = needs
  if (faceComparer === undefined || providerJob.uploadStartedAt !== undefined) return
  if ((await findFaceComparison(needs.db.reader, id)) !== undefined) return
  const pictures = await facePicturesOf(needs, opened, signal)
  if (pictures === undefined) return
  const answer =
    typeof pictures === 'string'
      ? { failure: pictures }
      : await faceComparer.compare(pictures, signal)
  const comparedAt = needs.clock.now()
  const comparison: FaceComparison =
    'failure' in answer
      ? { outcome: answer.failure, advice: undefined, comparedAt }
      : { outcome: 'compared', advice: adviceOf(answer.similarity, answer.model), comparedAt }
  if (comparison.advice === undefined) {
    const fields = { verification_id: id, reason: comparison.outcome }
    needs.log.warn('faces_not_compared', fields)
  }
  await inTransaction(needs.db, async (trx) => {
    await hold.confirm(trx)
    await insertFaceComparison(trx, id, comparison, dataKey)
  })
}

const modelCharacters = 12

function adviceOf(similarity: number, { modelSha256, measurement }: UsableMeasurement): FaceAdvice {
  const { threshold, falseMatch } = measurement
  const { share, low, high } = falseMatch
  const model = modelSha256.slice(0, modelCharacters)
  return { similarity, threshold, model, falseMatch: { share, low, high } }
}

/** Returns undefined where an image is missing, and a failure where an image cannot be decoded now. */
async function facePicturesOf(
  needs: CompareFacesNeeds,
  { verification, zone, dataKey }: OpenedVerification,
  signal: AbortSignal,
): Promise<FacePictures | FaceFailure | undefined> {
  const roles: readonly ImageRole[] = ['front', 'selfie']
  const opened = await openImagesOf(needs, verification.id, dataKey, roles)
  const imageOf = (wanted: ImageRole) => {
    const found = opened.find(({ image }) => image.role === wanted)
    return found && { bytes: found.bytes, facts: found.image.facts }
  }
  const [front, selfie] = [imageOf('front'), imageOf('selfie')]
  if (front === undefined || selfie === undefined) return undefined
  const corners = zone?.found?.side === 'front' ? zone.found.corners : undefined
  const part = portraitPart({ idType: verification.idType, facts: front.facts, corners })
  try {
    return {
      portrait: await cutPortrait(needs.images, front, part, signal),
      selfie: await copySelfie(needs.images, selfie, signal),
    }
  } catch (error) {
    signal.throwIfAborted()
    // The images were decoded before, so a failure is the decoder's: too many wait, or it does not start.
    return error instanceof AppError ? 'unavailable' : 'no_embedding'
  }
}
