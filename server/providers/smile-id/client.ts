// Client of Smile ID's v1 protocol: one function for each call (prep upload, upload, job status),
// with its fields and timeout. submit-job decides the order of the calls.

import type { HostPattern } from '../../egress/host-pattern.ts'
import type { Log } from '../../kernel/log.ts'
import type { ProviderJob, ProviderSubmission, Trouble } from '../provider.ts'
import {
  type LinkRefused,
  readSmileRegistration,
  readSmileStatus,
  readSmileUpload,
  type SmileRegistration,
  type SmileStatus,
  type SmileUpload,
} from './read-answers.ts'
import { documentVerification } from './result-codes.ts'
import type { SmileCredentials } from './signature.ts'
import { ask, type SignedCallNeeds, type SignedRequest, unavailableBy } from './signed-call.ts'
import { packUpload } from './upload-package.ts'

interface SmileClientNeeds extends SignedCallNeeds {
  readonly log: Log
}

interface SmileClientSettings {
  /** Version segment included, such as `https://testapi.smileidentity.com/v1`. */
  readonly baseUrl: URL
  /** Hosts that upload links may name besides Smile ID's own. */
  readonly uploadHosts: readonly HostPattern[]
  readonly credentials: SmileCredentials
  readonly callbackUrl: ((jobId: string) => string) | undefined
  readonly sendClaims: boolean
  readonly limits: SmileLimits
}

export interface SmileLimits {
  readonly prepTimeoutMs: number
  readonly uploadTimeoutMs: number
  readonly statusTimeoutMs: number
  /** Milliseconds for all calls of one submission together. */
  readonly submitTimeoutMs: number
  /** Bytes of a job status answer, which may carry an image of the document in base64. */
  readonly statusBytesMax: number
  /**
   * Pauses in milliseconds before a prep upload or status request is repeated because the
   * connection broke.
   */
  readonly repeatPausesMs: readonly number[]
}

export const smileLimitsDefault: SmileLimits = {
  prepTimeoutMs: 30_000,
  uploadTimeoutMs: 120_000,
  statusTimeoutMs: 30_000,
  submitTimeoutMs: 240_000,
  statusBytesMax: 4 * 1024 * 1024,
  repeatPausesMs: [100, 500],
}

export interface SmileClient {
  /** Prep upload. `retry` asks for a new link for a job that was registered before. */
  register(
    submission: ProviderSubmission,
    options: { readonly retry: boolean },
    signal: AbortSignal,
  ): Promise<Exclude<SmileRegistration, LinkRefused>>
  upload(submission: ProviderSubmission, url: URL, signal: AbortSignal): Promise<SmileUpload>
  status(job: ProviderJob, signal: AbortSignal): Promise<SmileStatus>
}

const shortAnswerBytesMax = 256 * 1024

export function createSmileClient(
  needs: SmileClientNeeds,
  settings: SmileClientSettings,
): SmileClient {
  const { credentials, limits } = settings
  const callSettings = { ...settings, repeatPausesMs: limits.repeatPausesMs }
  const post = (request: SignedRequest) => ask(needs, callSettings, request)

  return {
    async register(submission, { retry }, signal) {
      const reply = await post({
        path: 'upload',
        fields: prepFields(submission, settings, retry),
        timeoutMs: limits.prepTimeoutMs,
        answerBytesMax: shortAnswerBytesMax,
        signal,
      })
      if (reply.kind !== 'answer') return reply
      const read = readSmileRegistration(reply, settings)
      return read.kind === 'link_not_allowed' ? refuseLink(needs, read) : read
    },

    async upload(submission, url, signal) {
      const { sendClaims } = settings
      const zip = await packUpload(submission, { sendClaims, nowMs: needs.clock.now() })
      const { bytes: bodyBytes, fieldNames } = zip
      const call = { purpose: 'identity.upload', method: 'PUT', fieldNames } as const
      const begun = await submission.beginUpload({ ...call, host: url.host, bodyBytes })
      const answer = await needs.fetch.send({
        ...call,
        begun,
        url,
        // The link is signed together with its headers: the storage rejects any additional one.
        headers: { 'Content-Type': 'application/zip', 'Content-Length': String(bodyBytes) },
        body: zip.stream,
        timeoutMs: limits.uploadTimeoutMs,
        answerBytesMax: shortAnswerBytesMax,
        signal,
      })
      const isTaken = zip.isTaken()
      if (answer.kind === 'answer') return readSmileUpload(answer.status, { isTaken })
      const failure = unavailableBy(answer.reason)
      return isTaken ? failure : { kind: 'not_arrived', reason: failure.reason }
    },

    async status(job, signal) {
      const reply = await post({
        path: 'job_status',
        fields: {
          partner_id: credentials.partnerId,
          user_id: job.userId,
          job_id: job.jobId,
          image_links: false,
          history: false,
        },
        timeoutMs: limits.statusTimeoutMs,
        answerBytesMax: limits.statusBytesMax,
        signal,
      })
      if (reply.kind !== 'answer') return reply
      return readSmileStatus(reply, { credentials, job, nowMs: needs.clock.now() })
    },
  }
}

/** Refuses without sending anything. The link itself is a secret, so only its host is logged. */
function refuseLink({ fetch, log }: SmileClientNeeds, { host, why }: LinkRefused): Trouble {
  fetch.refuse({ purpose: 'identity.upload', method: 'PUT', host, fieldNames: [] })
  log.warn('upload_link_refused', { provider: 'smile-id', host, reason: why })
  const raw = { upload_link: why, upload_host: host }
  return { kind: 'refused', reason: 'provider_misconfigured', code: undefined, raw }
}

function prepFields(
  { job, claims }: ProviderSubmission,
  { credentials, callbackUrl, sendClaims }: SmileClientSettings,
  retry: boolean,
): object {
  return {
    smile_client_id: credentials.partnerId,
    partner_params: { user_id: job.userId, job_id: job.jobId, job_type: documentVerification },
    file_name: 'selfie.zip',
    callback_url: callbackUrl?.(job.jobId),
    model_parameters: {},
    ...(retry && { retry: true }),
    ...(sendClaims && { id_number: claims?.idNumber }),
  }
}
