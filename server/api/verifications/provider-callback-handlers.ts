// Receives the callbacks of the identity provider. Their content is not trusted: a callback only makes the job
// fetch the result from the provider sooner.

import type { Appliance } from '../../appliance.ts'
import type { Answer } from '../../http/answer.ts'
import { runJobNow } from '../../jobs/run-job-now.ts'
import { AppError } from '../../kernel/app-error.ts'
import { readSmileIdCallback } from '../../providers/smile-id/callback.ts'
import { findProviderJobByJobId } from '../../verifications/provider-job-view.ts'
import type { CallbackRequest } from '../api-route.ts'

type CallbackNeeds = Pick<Appliance, 'config' | 'secrets' | 'db' | 'clock' | 'log' | 'wakeJobs'>

export const callbackHandlers = {
  receive,
}

async function receive(needs: CallbackNeeds, request: CallbackRequest): Promise<Answer> {
  const { smile } = needs.config
  const { smileApiKey } = needs.secrets
  const jobId = request.param('jobId')
  const job = await findProviderJobByJobId(needs.db.reader, jobId)
  // Checked before the body is read: only senders that know a job id may send megabytes.
  if (!smile || smileApiKey === undefined || !job) {
    throw new AppError('not_found', 'This callback address belongs to no verification.')
  }
  request.concerns(job.verificationId)
  const body = await request.json()
  const credentials = { partnerId: smile.partnerId, apiKey: smileApiKey }
  const callback = readSmileIdCallback(body, credentials, needs.clock.now())
  if (callback.kind === 'refused' || callback.jobId !== jobId) {
    const reason = callback.kind === 'refused' ? callback.reason : 'other_job'
    needs.log.warn('provider_callback_refused', { request_id: request.requestId, reason })
    throw new AppError('unauthenticated', 'The signature of the callback is not valid.')
  }
  await runJobNow(needs, { kind: 'verification.run', subjectId: job.verificationId })
  return { status: 200, data: { received: true } }
}
