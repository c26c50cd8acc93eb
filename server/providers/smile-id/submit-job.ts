// Submits a job to Smile ID: registers it, uploads the images, and resumes after a crash at any
// point without ever starting a second paid job.

import type { ProviderSubmission, SubmitReply } from '../provider.ts'
import type { SmileClient } from './client.ts'
import { mapResult } from './map-result.ts'
import type { StatusAnswer } from './protocol.ts'

/**
 * - New: prep upload, upload.
 * - Registered before (2215), because the server crashed or the upload failed: job status says
 * whether the images arrived. If not, a prep upload with `retry` gives a new link for the same job.
 * If that is refused as existing too, Smile ID has the images after all. While an earlier upload
 * may not have been noticed there, no new link is requested: a second zip could be charged again.
 * - A rejected link (links expire) is renewed in the same way, once.
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
  if (status.kind !== 'answered' && status.kind !== 'no_images') return status
  if (status.kind === 'answered' && !lacksImages(status.answer)) {
    return accepted(referenceOf(status.answer))
  }
  if (submission.uploadMayBeUnderWay) return { kind: 'unavailable', reason: 'upload_unconfirmed' }
  return renew(client, submission, signal)
}

/** Uses `mapResult`, so that resuming and `result` cannot disagree about an answer. */
function lacksImages(answer: StatusAnswer): boolean {
  return !answer.complete && mapResult(answer).kind === 'not_uploaded'
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
  return result.kind === 'object' ? result.fields.SmileJobID : undefined
}
