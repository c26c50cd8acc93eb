// `POST /v1/upload`: registers a job under the partner's own id and returns the upload URL for its
// zip (reference 1.3). First of the three calls of a submission.

import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { randomToken } from '../../kernel/ids.ts'
import { jsonReply, type Reply, readJsonBody } from './exchange.ts'
import type { JobType, PartnerParams, SimulatedJob, StatedIdentity } from './job.ts'
import { isZipNoticed, uploadJobTypes } from './job.ts'
import { type RefusalCode, refuse, refuseFields, refuseForEmptyWallet } from './refusals.ts'
import { isAuthenticCall } from './request-signature.ts'
import { resultsIssuedBy } from './results.ts'
import type { SimulatorContext } from './simulator-context.ts'
import { readStatedIdentity } from './stated-identity.ts'
import { makeUploadPath } from './upload-url.ts'

/** Loose, because the JavaScript library copies the whole id_info into the request. */
const prepUpload = z.looseObject({
  smile_client_id: z.string().min(1),
  timestamp: z.union([z.string().min(1), z.number()]),
  signature: z.string().min(1),
  partner_params: z
    .object({ user_id: z.string().min(1), job_id: z.string().min(1), job_type: z.int() })
    .catchall(z.string()),
  file_name: z.string().nullish(),
  /** Optional: the simulated account has a default callback, which is never sent. */
  callback_url: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).nullish(),
  use_enrolled_image: z.boolean().nullish(),
  /** Old libraries send a text, which Smile ID accepts and ignores. */
  allow_new_enroll: z.union([z.boolean(), z.string()]).nullish(),
  retry: z.boolean().nullish(),
})

type PrepUpload = z.infer<typeof prepUpload>

/** An authentic and valid request. */
interface Registration {
  readonly partnerParams: PartnerParams
  readonly identity: StatedIdentity
  readonly body: PrepUpload
}

export async function answerPrepUpload(
  context: SimulatorContext,
  request: IncomingMessage,
): Promise<Reply> {
  const body = await readJsonBody(request)
  const parsed = prepUpload.safeParse(body)
  if (!parsed.success) return refuseFields(body, parsed.error)
  const { smile_client_id: partnerId, timestamp, signature } = parsed.data
  const nowMs = context.clock.now()
  if (!isAuthenticCall(context.signatureRules, { partnerId, timestamp, signature }, nowMs)) {
    return refuse('2205')
  }
  const jobType = uploadJobTypes.find((type) => type === parsed.data.partner_params.job_type)
  if (jobType === undefined) return refuse('2212')
  const registration: Registration = {
    partnerParams: toPartnerParams(parsed.data, jobType),
    identity: readStatedIdentity(parsed.data),
    body: parsed.data,
  }
  const known = context.ledger.find(registration.partnerParams.job_id)
  return known === undefined
    ? registerJob(context, registration)
    : registerAgain(context, registration, known)
}

/** Smile ID turns an empty text into the text "null" (reference 7.3). */
function toPartnerParams(body: PrepUpload, jobType: JobType): PartnerParams {
  const extras = Object.entries(body.partner_params).map(([name, value]) => [name, value || 'null'])
  const { user_id, job_id } = body.partner_params
  return { ...Object.fromEntries(extras), user_id, job_id, job_type: jobType }
}

function registerJob(context: SimulatorContext, registration: Registration): Reply {
  const { partnerParams, identity, body } = registration
  const jobType = partnerParams.job_type
  const refusal = refusalForUser(context, registration)
  if (refusal !== undefined) return refuse(refusal)
  if (context.outcomeOf({ jobType, partnerParams, identity }).outcome === 'wallet_empty') {
    return refuseForEmptyWallet()
  }
  const smileJobId = String(context.ledger.size() + 1).padStart(10, '0')
  const refId = newRefId(context, smileJobId)
  const job = context.ledger.record({
    event: 'registered',
    atMs: context.clock.now(),
    jobId: partnerParams.job_id,
    partnerParams,
    smileJobId,
    refId,
    callbackUrl: body.callback_url || undefined,
    useEnrolledImage: body.use_enrolled_image ?? false,
    identity,
  })
  return uploadUrlReply(context, job, { refId, body })
}

/**
 * A job id is valid for one upload; until that is noticed, `retry` returns a fresh URL (reference
 * 7.3).
 */
function registerAgain(
  context: SimulatorContext,
  { partnerParams, body }: Registration,
  known: SimulatedJob,
): Reply {
  const isSameJob = known.userId === partnerParams.user_id
  if (body.retry !== true || isZipNoticed(known, context.clock.now()) || !isSameJob)
    return refuse('2215')
  const refId = newRefId(context, known.smileJobId)
  const job = context.ledger.record({
    event: 'registered_again',
    atMs: context.clock.now(),
    jobId: known.jobId,
    refId,
  })
  return uploadUrlReply(context, job, { refId, body })
}

/**
 * Checks enrolment: a user is on file once one of their jobs was approved. That document jobs
 * refuse a user on file is an assumption (reference 7.3), the strict one, so a client that passes
 * here is safe.
 */
function refusalForUser(
  context: SimulatorContext,
  { partnerParams, body }: Registration,
): RefusalCode | undefined {
  const isOnFile = context.ledger
    .jobsOfUser(partnerParams.user_id)
    .some((job) => resultsIssuedBy(job, context.clock.now()).some((result) => result.success))
  if (partnerParams.job_type === 2) return isOnFile ? undefined : '2210'
  if (body.use_enrolled_image === true) return isOnFile ? undefined : '2216'
  return isOnFile && body.allow_new_enroll !== true ? '2209' : undefined
}

function newRefId(context: SimulatorContext, smileJobId: string): string {
  return `${context.uploadUrlRules.partnerId}-${smileJobId}-${randomToken(26)}`
}

function uploadUrlReply(
  context: SimulatorContext,
  job: SimulatedJob,
  upload: { readonly refId: string; readonly body: PrepUpload },
): Reply {
  const { refId, body } = upload
  const asked = body.file_name ?? ''
  const fileName = /^\w[\w.-]{0,99}$/.test(asked) ? asked : 'upload.zip'
  const path = makeUploadPath(context.uploadUrlRules, { refId, fileName }, context.clock.now())
  return jsonReply(200, {
    upload_url: `${context.origin()}${path}`,
    ref_id: refId,
    smile_job_id: job.smileJobId,
    camera_config: 'null',
    code: '2202',
  })
}
