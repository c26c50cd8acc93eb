// What the job of a live verification does before anybody is asked: decodes the images, reads the document's zone, and
// declines by it where the settings say so.

import type { Job } from '../jobs/job.ts'
import type { JobOutcome } from '../jobs/job-handler.ts'
import { completeWithError } from './complete-with-error.ts'
import { type DecodeNeeds, decodeImages } from './decode-images.ts'
import { hasFailedLongEnough } from './failed-long-enough.ts'
import type { OpenedVerification } from './open-verification.ts'
import { type ReadZoneNeeds, readDocumentZone } from './read-document-zone.ts'
import { type RefuseNeeds, refuseByZone } from './refuse-by-zone.ts'
import type { SubmittingRun } from './submit-images.ts'

export type PrepareNeeds = DecodeNeeds &
  ReadZoneNeeds &
  RefuseNeeds & { readonly config: { readonly providerGiveUpAfterMs: number } }

type Prepared =
  | { readonly outcome: JobOutcome }
  | { readonly outcome: undefined; readonly opened: OpenedVerification }

/** What is done before anybody is asked. It may end the run. */
export async function prepareToAsk(
  needs: PrepareNeeds,
  opened: OpenedVerification,
  job: Job,
  scope: SubmittingRun,
): Promise<Prepared> {
  const decoded = await decodeImages(needs, opened, scope)
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
  const outcome = await refuseByZone(needs, read, scope.signal)
  return outcome ? { outcome } : { outcome, opened: read }
}

/** The decoder may work again soon, so it gets as long as a provider that is unreachable. */
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
