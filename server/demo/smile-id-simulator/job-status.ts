// `POST /v1/job_status`: the current state of one job, signed (reference 1.5). Last of the three
// calls of a submission, repeated until the job is complete.

import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { jsonReply, type Reply, readJsonBody } from './exchange.ts'
import { imageLinks } from './image-links.ts'
import { isZipNoticed, type SimulatedJob } from './job.ts'
import { refuse, refuseFields } from './refusals.ts'
import { isAuthenticCall } from './request-signature.ts'
import { type IssuedResult, resultsIssuedBy, signed } from './results.ts'
import type { SimulatorContext } from './simulator-context.ts'

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

export async function answerJobStatus(
  context: SimulatorContext,
  request: IncomingMessage,
): Promise<Reply> {
  const body = await readJsonBody(request)
  const parsed = statusQuery.safeParse(body)
  if (!parsed.success) return refuseFields(body, parsed.error)
  const { partner_id: partnerId, timestamp, signature, job_id, user_id } = parsed.data
  const nowMs = context.clock.now()
  if (!isAuthenticCall(context.signatureRules, { partnerId, timestamp, signature }, nowMs)) {
    return refuse('2205')
  }
  const job = context.ledger.find(job_id)
  if (job === undefined || job.userId !== user_id) return refuse('2304')
  return jsonReply(200, signed(context.credentials, statusOf(context, job, parsed.data), nowMs))
}

function statusOf(
  context: SimulatorContext,
  job: SimulatedJob,
  query: StatusQuery,
): Readonly<Record<string, unknown>> {
  const latest = resultsIssuedBy(job, context.clock.now()).at(-1)
  return {
    code: '2302',
    job_complete: latest?.stage === 'final',
    job_success: latest?.success ?? false,
    result: latest === undefined ? resultInWaiting(context, job) : withSignature(context, latest),
    ...(query.history ? { history: historyOf(context, job, latest) } : {}),
    ...(query.image_links ? { image_links: imageLinks(context.origin(), job) } : {}),
  }
}

/** Returns a text until the zip is noticed, then an empty object until there is a result. */
function resultInWaiting({ clock }: SimulatorContext, job: SimulatedJob): unknown {
  return isZipNoticed(job, clock.now()) ? {} : 'No zip uploaded yet'
}

/** Returns every other issued result of the user, of any job, oldest first. */
function historyOf(
  context: SimulatorContext,
  asked: SimulatedJob,
  latest: IssuedResult | undefined,
): unknown[] {
  const isLatest = (job: SimulatedJob, result: IssuedResult) =>
    job.jobId === asked.jobId && result.stage === latest?.stage
  return context.ledger
    .jobsOfUser(asked.userId)
    .flatMap((job) =>
      resultsIssuedBy(job, context.clock.now()).filter((result) => !isLatest(job, result)),
    )
    .toSorted((one, other) => one.issuedAtMs - other.issuedAtMs)
    .map((result) => withSignature(context, result))
}

function withSignature(context: SimulatorContext, result: IssuedResult) {
  return signed(context.credentials, result.fields, result.issuedAtMs)
}
