// `POST /v1/job_status`: what is known of one job right now, signed (reference 1.5). Last of the three
// calls of a submission, repeated until the job is complete.

import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import type { Desk } from './desk.ts'
import { jsonReply, type Reply, readJsonBody } from './exchange.ts'
import { imageLinks } from './image-links.ts'
import { isZipNoticed, type Job } from './job.ts'
import { refuse, refuseFields } from './refusals.ts'
import { isAuthentic } from './request-signature.ts'
import { type IssuedResult, resultsIssuedBy, signed } from './results.ts'

const statusQuery = z.object({
  partner_id: z.string().min(1),
  user_id: z.string().min(1),
  job_id: z.string().min(1),
  timestamp: z.union([z.string().min(1), z.number()]),
  signature: z.string().min(1),
  image_links: z.boolean().nullish(),
  history: z.boolean().nullish(),
})

type StatusQuery = z.infer<typeof statusQuery>

export async function answerJobStatus(desk: Desk, request: IncomingMessage): Promise<Reply> {
  const body = await readJsonBody(request)
  const parsed = statusQuery.safeParse(body)
  if (!parsed.success) return refuseFields(body, parsed.error)
  const { partner_id: partnerId, timestamp, signature, job_id, user_id } = parsed.data
  const nowMs = desk.clock.now()
  if (!isAuthentic(desk.signatureRules, { partnerId, timestamp, signature }, nowMs)) {
    return refuse('2205')
  }
  const job = desk.ledger.find(job_id)
  if (job === undefined || job.userId !== user_id) return refuse('2304')
  return jsonReply(200, signed(desk.credentials, statusOf(desk, job, parsed.data), nowMs))
}

function statusOf(desk: Desk, job: Job, query: StatusQuery): Readonly<Record<string, unknown>> {
  const latest = resultsIssuedBy(job, desk.clock.now()).at(-1)
  return {
    code: '2302',
    job_complete: latest?.stage === 'final',
    job_success: latest?.success ?? false,
    result: latest === undefined ? resultInWaiting(desk, job) : withSignature(desk, latest),
    ...(query.history ? { history: historyOf(desk, job, latest) } : {}),
    ...(query.image_links ? { image_links: imageLinks(desk.origin(), job) } : {}),
  }
}

/** A text before the zip was noticed, an empty object until there is a result. */
function resultInWaiting({ clock }: Desk, job: Job): unknown {
  return isZipNoticed(job, clock.now()) ? {} : 'No zip uploaded yet'
}

/** Every other result of the user that is out, whatever the job, oldest first. */
function historyOf(desk: Desk, asked: Job, latest: IssuedResult | undefined): unknown[] {
  const isLatest = (job: Job, result: IssuedResult) =>
    job.jobId === asked.jobId && result.stage === latest?.stage
  return desk.ledger
    .jobsOfUser(asked.userId)
    .flatMap((job) =>
      resultsIssuedBy(job, desk.clock.now()).filter((result) => !isLatest(job, result)),
    )
    .toSorted((one, other) => one.issuedAtMs - other.issuedAtMs)
    .map((result) => withSignature(desk, result))
}

function withSignature(desk: Desk, result: IssuedResult) {
  return signed(desk.credentials, result.fields, result.issuedAtMs)
}
