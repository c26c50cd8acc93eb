// Implements the provider port with Smile ID: combines the client, the order of its calls and the
// mapping of its results. Wrap it in guarded-provider before use; callback.ts reads callbacks.

import { startDeadline } from '../../egress/deadline.ts'
import type { HostPattern } from '../../egress/host-pattern.ts'
import type { IdentityProvider, ProviderJob, ResultReply, SubmitReply } from '../provider.ts'
import type { ProviderNeeds } from '../provider-kind.ts'
import {
  createSmileClient,
  type SmileClient,
  type SmileLimits,
  smileLimitsDefault,
} from './client.ts'
import { mapResult } from './map-result.ts'
import type { SmileCredentials } from './signature.ts'
import { submitJob } from './submit-job.ts'

interface SmileIdSettings {
  /** Version segment included, such as `https://testapi.smileidentity.com/v1`. */
  readonly baseUrl: string
  /** Hosts that upload links may name besides Smile ID's own. */
  readonly uploadHosts: readonly HostPattern[]
  readonly credentials: SmileCredentials
  /** The callback URL of a job; without it results are only polled. */
  readonly callbackUrl?: (jobId: string) => string
  /**
   * Whether to send the claimed number, names and birth date. Off in production: Document
   * Verification reads them off the document, so sending them would disclose personal data for
   * nothing. On in the demo, whose simulator cannot read images and takes its instructions from the
   * number.
   */
  readonly sendClaims?: boolean
  readonly limits?: Partial<SmileLimits>
}

/** @throws TypeError when `baseUrl` is not a URL; settings are checked at start */
export function createSmileIdProvider(
  needs: ProviderNeeds,
  settings: SmileIdSettings,
): IdentityProvider {
  const limits = { ...smileLimitsDefault, ...settings.limits }
  const client = createSmileClient(needs, {
    baseUrl: new URL(settings.baseUrl),
    uploadHosts: settings.uploadHosts,
    credentials: settings.credentials,
    callbackUrl: settings.callbackUrl,
    sendClaims: settings.sendClaims ?? false,
    limits,
  })
  return {
    name: 'smile-id',
    async submit(submission, signal) {
      const deadline = startDeadline(signal, limits.submitTimeoutMs)
      try {
        return report(needs, await submitJob(client, submission, deadline.signal))
      } finally {
        deadline.clear()
      }
    },
    result: async (job, signal) => report(needs, await askResult(client, job, signal)),
    close: () => needs.fetch.close(),
  }
}

async function askResult(
  client: SmileClient,
  job: ProviderJob,
  signal: AbortSignal,
): Promise<ResultReply> {
  const status = await client.status(job, signal)
  if (status.kind === 'no_images') return { kind: 'not_uploaded' }
  return status.kind === 'answered' ? mapResult(status.answer) : status
}

/**
 * Returns the reply unchanged and logs failures: our own reasons and Smile ID's four-digit code,
 * nothing else.
 */
function report<Reply extends SubmitReply | ResultReply>(
  { log }: ProviderNeeds,
  reply: Reply,
): Reply {
  if (reply.kind === 'unavailable' || reply.kind === 'not_arrived') {
    log.warn('provider_unavailable', { provider: 'smile-id', reason: reply.reason })
  }
  if (reply.kind === 'refused') {
    const code = /^\d{4}$/.test(reply.code ?? '') ? reply.code : undefined
    const fields = { provider: 'smile-id', reason: reply.reason }
    log.warn('provider_refused', code === undefined ? fields : { ...fields, code })
  }
  return reply
}
