// What the job of a live verification does before the provider or staff are asked: it decodes the images, reads the
// document's zone, asks the bank's own face model for its advice, and declines the verification by the zone where the
// settings say so.

import type { Job } from '../jobs/job.ts'
import type { JobOutcome } from '../jobs/job-handler.ts'
import { completeWithError } from './completion/complete-with-error.ts'
import { type DecodeNeeds, decodeImages } from './decode-images.ts'
import { type CompareFacesNeeds, compareFaces } from './face/compare-faces.ts'
import { hasFailedLongEnough } from './failed-long-enough.ts'
import type { OpenedVerification } from './open-verification.ts'
import { type RefuseNeeds, refuseByZone } from './refuse-by-zone.ts'
import type { SubmittingRun } from './submit-images.ts'
import { type ReadZoneNeeds, readDocumentZone } from './zone/read-document-zone.ts'

export type PrepareNeeds = DecodeNeeds &
  ReadZoneNeeds &
  CompareFacesNeeds &
  RefuseNeeds & { readonly config: { readonly providerGiveUpAfterMs: number } }

type Prepared =
  | { readonly outcome: JobOutcome }
  | { readonly outcome: undefined; readonly opened: OpenedVerification }

/**
 * Runs that a decoder that hangs or a face model that does not start may spoil, before the image at which it hangs is
 * refused, or the verification goes on without advice.
 */
const triesMax = 3

/**
 * Returns the outcome of the run where it ends here: the verification is completed, or the run is to be tried again.
 * Otherwise returns the verification with what was found, ready to be sent to the provider.
 */
export async function prepareToAsk(
  needs: PrepareNeeds,
  opened: OpenedVerification,
  job: Job,
  scope: SubmittingRun,
): Promise<Prepared> {
  const isLastTry = job.attempts >= triesMax - 1
  const decoded = await decodeImages(needs, opened, scope, isLastTry)
  switch (decoded.kind) {
    case 'unreadable':
      return { outcome: completeWithError(needs, opened, 'evidence_unreadable', {}) }
    case 'unseen':
      return { outcome: { kind: 'retry', reason: 'images_not_visible' } }
    case 'unavailable':
      return { outcome: decodeLaterOrGiveUp(needs, opened, job) }
    case 'refused': {
      const { images } = decoded
      const note = { decided_by: 'image_check', images }
      return { outcome: completeWithError(needs, opened, 'image_unreadable', note) }
    }
    case 'decoded':
  }
  const read = await readDocumentZone(needs, decoded.opened, scope)
  const faces = await compareFaces(needs, read, scope, isLastTry)
  if (faces === 'later') return { outcome: { kind: 'retry', reason: 'face_model_unavailable' } }
  const outcome = await refuseByZone(needs, read, scope.signal)
  return outcome ? { outcome } : { outcome, opened: read }
}

/** A decoder that does not start may work again soon, so it is tried for as long as an unreachable provider. */
function decodeLaterOrGiveUp(
  needs: PrepareNeeds,
  opened: OpenedVerification,
  job: Job,
): JobOutcome {
  const giveUpAfterMs = needs.config.providerGiveUpAfterMs
  if (!hasFailedLongEnough(job, { nowMs: needs.clock.now(), giveUpAfterMs }))
    return { kind: 'retry', reason: 'decoder_unavailable' }
  return completeWithError(needs, opened, 'internal_error', { last_trouble: 'decoder_unavailable' })
}
