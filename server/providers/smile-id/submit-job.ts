// Brings a submission to Smile ID whatever happened to it before: registers the job, uploads the
// pictures, and finds its way back after a crash at any point without ever starting a second paid job.

import type { ProviderSubmission, SubmitReply } from '../provider.ts'
import type { SmileClient } from './client.ts'
import { mapResult } from './map-result.ts'
import type { StatusAnswer } from './protocol.ts'

/**
 * - New: prep upload, upload.
 * - Registered before (2215), because a process of ours died or its upload failed: job status tells
 *   whether the pictures are there. If not, a prep upload with `retry` gives a new link for the same
 *   job. If that is refused as existing too, Smile ID has the pictures after all. While an earlier upload
 *   may still go unnoticed there, no new link is asked for: a second zip could be a second charge.
 * - A link that is refused (they expire) is renewed in the same way, once.
 */
export async function submitJob(
  client: SmileClient,
  submission: ProviderSubmission,
  signal: AbortSignal,
): Promise<SubmitReply> {
  const registration = await client.register(submission, { retry: false }, signal)
  if (registration.kind === 'exists') return resume(client, submission, signal)
  if (registration.kind !== 'registered') return registration
  const upload = await client.upload(submission, registration.uploadUrl, signal)
  if (upload.kind === 'stored') return accepted(registration.reference)
  if (upload.kind === 'link_refused') return renew(client, submission, signal)
  return upload
}

async function resume(
  client: SmileClient,
  submission: ProviderSubmission,
  signal: AbortSignal,
): Promise<SubmitReply> {
  const status = await client.status(submission.job, signal)
  if (status.kind !== 'answered' && status.kind !== 'no_pictures') return status
  if (status.kind === 'answered' && !lacksPictures(status.answer)) {
    return accepted(referenceOf(status.answer))
  }
  if (submission.uploadMayBeUnderWay) return { kind: 'unavailable', reason: 'upload_unconfirmed' }
  return renew(client, submission, signal)
}

/** The one reading of a status answer: `result` and resuming cannot disagree on it. */
function lacksPictures(answer: StatusAnswer): boolean {
  // The time only matters to an expiry date, of which nothing is asked here.
  return !answer.complete && mapResult(answer, 0).kind === 'not_uploaded'
}

async function renew(
  client: SmileClient,
  submission: ProviderSubmission,
  signal: AbortSignal,
): Promise<SubmitReply> {
  const registration = await client.register(submission, { retry: true }, signal)
  if (registration.kind === 'exists') return accepted(undefined)
  if (registration.kind !== 'registered') return registration
  const upload = await client.upload(submission, registration.uploadUrl, signal)
  if (upload.kind === 'stored') return accepted(registration.reference)
  if (upload.kind === 'link_refused') return { kind: 'unavailable', reason: 'bad_answer' }
  return upload
}

function accepted(reference: string | undefined): SubmitReply {
  return { kind: 'accepted', reference }
}

function referenceOf({ result }: StatusAnswer): string | undefined {
  return result.kind === 'object' ? result.fields.SmileJobID || undefined : undefined
}
