// `POST /v1/upload`: registers a job under the partner's own id and hands out the URL that takes its zip
// (reference 1.3). First of the three calls of a submission.

import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { randomToken } from '../../kernel/ids.ts'
import type { Desk } from './desk.ts'
import { jsonReply, type Reply, readJsonBody } from './exchange.ts'
import type { Job, JobType, PartnerParams, StatedIdentity } from './job.ts'
import { isZipNoticed, uploadJobTypes } from './job.ts'
import { type RefusalCode, refuse, refuseFields, refuseForEmptyWallet } from './refusals.ts'
import { isAuthentic } from './request-signature.ts'
import { resultsIssuedBy } from './results.ts'
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
  /** Not required: the simulated account has a default callback, which goes nowhere. */
  callback_url: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).nullish(),
  use_enrolled_image: z.boolean().nullish(),
  /** Old libraries send a text, which the real service takes and ignores. */
  allow_new_enroll: z.union([z.boolean(), z.string()]).nullish(),
  retry: z.boolean().nullish(),
})

type PrepUpload = z.infer<typeof prepUpload>

/** What is asked for, once it is known to be the partner's and well formed. */
interface Registration {
  readonly partnerParams: PartnerParams
  readonly identity: StatedIdentity
  readonly body: PrepUpload
}

export async function answerPrepUpload(desk: Desk, request: IncomingMessage): Promise<Reply> {
  const body = await readJsonBody(request)
  const parsed = prepUpload.safeParse(body)
  if (!parsed.success) return refuseFields(body, parsed.error)
  const { smile_client_id: partnerId, timestamp, signature } = parsed.data
  const nowMs = desk.clock.now()
  if (!isAuthentic(desk.signatureRules, { partnerId, timestamp, signature }, nowMs)) {
    return refuse('2205')
  }
  const jobType = uploadJobTypes.find((type) => type === parsed.data.partner_params.job_type)
  if (jobType === undefined) return refuse('2212')
  const registration: Registration = {
    partnerParams: toPartnerParams(parsed.data, jobType),
    identity: readStatedIdentity(parsed.data),
    body: parsed.data,
  }
  const known = desk.ledger.find(registration.partnerParams.job_id)
  return known === undefined
    ? registerJob(desk, registration)
    : registerAgain(desk, registration, known)
}

/** Smile ID turns an empty text into the text "null" (reference 7.3). */
function toPartnerParams(body: PrepUpload, jobType: JobType): PartnerParams {
  const extras = Object.entries(body.partner_params).map(([name, value]) => [name, value || 'null'])
  const { user_id, job_id } = body.partner_params
  return { ...Object.fromEntries(extras), user_id, job_id, job_type: jobType }
}

function registerJob(desk: Desk, registration: Registration): Reply {
  const { partnerParams, identity, body } = registration
  const jobType = partnerParams.job_type
  const refusal = refusalForUser(desk, registration)
  if (refusal !== undefined) return refuse(refusal)
  if (desk.outcomeOf({ jobType, partnerParams, identity }).outcome === 'wallet_empty') {
    return refuseForEmptyWallet()
  }
  const smileJobId = String(desk.ledger.size() + 1).padStart(10, '0')
  const refId = newRefId(desk, smileJobId)
  const job = desk.ledger.record({
    event: 'registered',
    atMs: desk.clock.now(),
    jobId: partnerParams.job_id,
    partnerParams,
    smileJobId,
    refId,
    callbackUrl: body.callback_url || undefined,
    useEnrolledImage: body.use_enrolled_image ?? false,
    identity,
  })
  return uploadUrlReply(desk, job, { refId, body })
}

/** A job id is good for one upload; until one is noticed, `retry` brings a fresh URL (reference 7.3). */
function registerAgain(desk: Desk, { partnerParams, body }: Registration, known: Job): Reply {
  const isSameJob = known.userId === partnerParams.user_id
  if (body.retry !== true || isZipNoticed(known, desk.clock.now()) || !isSameJob)
    return refuse('2215')
  const refId = newRefId(desk, known.smileJobId)
  const job = desk.ledger.record({
    event: 'registered_again',
    atMs: desk.clock.now(),
    jobId: known.jobId,
    refId,
  })
  return uploadUrlReply(desk, job, { refId, body })
}

/**
 * Enrolment: a user is on file once a job of his was approved. That document jobs refuse a user on file
 * is assumed (reference 7.3); it is the strict reading, so a client that passes here is safe.
 */
function refusalForUser(
  desk: Desk,
  { partnerParams, body }: Registration,
): RefusalCode | undefined {
  const isOnFile = desk.ledger
    .jobsOfUser(partnerParams.user_id)
    .some((job) => resultsIssuedBy(job, desk.clock.now()).some((result) => result.success))
  if (partnerParams.job_type === 2) return isOnFile ? undefined : '2210'
  if (body.use_enrolled_image === true) return isOnFile ? undefined : '2216'
  return isOnFile && body.allow_new_enroll !== true ? '2209' : undefined
}

function newRefId(desk: Desk, smileJobId: string): string {
  return `${desk.uploadUrlRules.partnerId}-${smileJobId}-${randomToken(26)}`
}

function uploadUrlReply(
  desk: Desk,
  job: Job,
  upload: { readonly refId: string; readonly body: PrepUpload },
): Reply {
  const { refId, body } = upload
  const asked = body.file_name ?? ''
  const fileName = /^\w[\w.-]{0,99}$/.test(asked) ? asked : 'upload.zip'
  const path = makeUploadPath(desk.uploadUrlRules, { refId, fileName }, desk.clock.now())
  return jsonReply(200, {
    upload_url: `${desk.origin()}${path}`,
    ref_id: refId,
    smile_job_id: job.smileJobId,
    camera_config: 'null',
    code: '2202',
  })
}
