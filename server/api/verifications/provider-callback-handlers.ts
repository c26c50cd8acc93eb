// Receives the callbacks of the identity provider. Their content is not trusted: a callback only makes a job fetch the
// result from the provider, sooner or once more. A report that comes in callbacks alone is kept for people.

import type { Appliance } from '../../appliance.ts'
import type { Answer } from '../../http/answer.ts'
import { AppError } from '../../kernel/app-error.ts'
import { findProvider } from '../../providers/provider-registry.ts'
import { receiveNews } from '../../verifications/late/receive-report.ts'
import {
  findProviderJobByJobId,
  mayKnowJob,
} from '../../verifications/provider-job/provider-job-view.ts'
import type { CallbackRequest } from '../api-route.ts'

type CallbackNeeds = Pick<
  Appliance,
  'config' | 'secrets' | 'providerKinds' | 'db' | 'clock' | 'keyring' | 'log' | 'wakeJobs'
>

export const callbackHandlers = {
  receive,
}

async function receive(needs: CallbackNeeds, request: CallbackRequest): Promise<Answer> {
  const chosen = findProvider(needs)
  const jobId = request.param('jobId')
  const isChosen = chosen?.kind.name === request.param('provider')
  const job = isChosen ? await findProviderJobByJobId(needs.db.reader, jobId) : undefined
  // Checked before the body is read: only senders that know a job id may send megabytes.
  if (!chosen?.account.readCallback || !job || !mayKnowJob(chosen.kind.name, job)) {
    throw new AppError('not_found', 'This callback address belongs to no verification.')
  }
  request.concerns(job.verificationId)
  const body = await request.json()
  const callback = chosen.account.readCallback(body, needs.clock.now())
  if (callback.kind === 'refused' || callback.jobId !== jobId) {
    const reason = callback.kind === 'refused' ? callback.reason : 'other_job'
    needs.log.warn('provider_callback_refused', { request_id: request.requestId, reason })
    throw new AppError('unauthenticated', 'The signature of the callback is not valid.')
  }
  const { verificationId } = job
  const news = { verificationId, provider: chosen.kind.name, report: callback.report }
  await receiveNews(needs, news)
  return { status: 200, data: { received: true } }
}
