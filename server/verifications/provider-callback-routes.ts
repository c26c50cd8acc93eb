// Where the identity provider calls back. A callback proves nothing about its content, so it only makes
// us ask sooner; the truth is read from the provider itself.

import type { Config, Secrets } from '../config.ts'
import type { Db } from '../db/transaction.ts'
import type { Answer, CallbackRequest, Endpoint } from '../http/endpoint.ts'
import { hastenJob } from '../jobs/hasten-job.ts'
import { AppError } from '../kernel/app-error.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { readSmileIdCallback } from '../providers/smile-id/callback.ts'
import { smileCallbackPath } from '../providers/smile-id/callback-path.ts'
import { findProviderJobByJobId } from './provider-job-store.ts'

export interface CallbackNeeds {
  readonly config: Config
  readonly secrets: Secrets
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly wakeJobs: () => void
}

/** Smile ID asks for 1.5 MB at least; its pictures make callbacks large. */
const callbackBytesMax = 4 * 1024 * 1024

export function providerCallbackEndpoints(needs: CallbackNeeds): readonly Endpoint[] {
  return [
    {
      audience: 'provider',
      method: 'POST',
      path: smileCallbackPath,
      answer: (request) => receive(needs, request),
    },
  ]
}

async function receive(needs: CallbackNeeds, request: CallbackRequest): Promise<Answer> {
  const { smile } = needs.config
  const { smileApiKey } = needs.secrets
  const jobId = request.param('jobId')
  const job = await findProviderJobByJobId(needs.db.reader, jobId)
  // Before the body is read: megabytes are taken only from who knows a job.
  if (!smile || smileApiKey === undefined || !job) {
    throw new AppError('not_found', 'No check of ours has this callback address.')
  }
  request.concerns(job.verificationId)
  const body = await request.json({ bytesMax: callbackBytesMax })
  const credentials = { partnerId: smile.partnerId, apiKey: smileApiKey }
  const callback = readSmileIdCallback(body, credentials, needs.clock.now())
  if (callback.kind === 'refused' || callback.jobId !== jobId) {
    const reason = callback.kind === 'refused' ? callback.reason : 'other_job'
    needs.log.warn('provider_callback_refused', { request_id: request.requestId, reason })
    throw new AppError('unauthenticated', 'The callback is not signed as it must be.')
  }
  await hastenJob(needs, { kind: 'verification.run', subjectId: job.verificationId })
  return { status: 200, data: { received: true } }
}
