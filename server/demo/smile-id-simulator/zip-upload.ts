// `PUT` on a pre-signed upload URL: accepts the zip like an object store (reference 1.4), then has
// it checked and the job's outcome decided. The images are deleted before the answer is sent.

import { open, unlink } from 'node:fs/promises'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomToken } from '../../kernel/ids.ts'
import { emptyReply, type Reply, xmlReply } from './exchange.ts'
import type { SimulatedJob } from './job.ts'
import { type OutcomeChoice, scheduleOf } from './outcomes.ts'
import type { SimulatorContext } from './simulator-context.ts'
import { checkUploadUrl, refIdOfPath } from './upload-url.ts'
import { checkZip, type ZipFindings } from './zip-check.ts'

/** Bytes of the largest zip; Smile ID publishes no limit. */
const zipBytesMax = 64 * 1024 * 1024

export async function answerZipUpload(
  context: SimulatorContext,
  request: IncomingMessage,
  url: URL,
): Promise<Reply> {
  const job = context.ledger.findByRefId(refIdOfPath(context.uploadUrlRules, url.pathname) ?? '')
  if (job === undefined) return xmlReply(404, 'NoSuchKey', 'The specified key does not exist.')
  const refusal = refuseUpload(context, request, url)
  if (refusal !== undefined) return refusal
  const findings = await storeAndCheck(job, request)
  recordUpload(context, job, findings)
  return emptyReply
}

function refuseUpload(
  context: SimulatorContext,
  request: IncomingMessage,
  url: URL,
): Reply | undefined {
  const verdict = checkUploadUrl(context.uploadUrlRules, url, context.clock.now())
  if (verdict === 'expired') return xmlReply(403, 'AccessDenied', 'Request has expired')
  if (verdict === 'altered' || !hasSignedHeaders(request.headers) || request.method !== 'PUT') {
    return xmlReply(
      403,
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided.',
    )
  }
  const length = request.headers['content-length']
  if (length === undefined) {
    return xmlReply(411, 'MissingContentLength', 'You must provide the Content-Length header.')
  }
  if (Number(length) > zipBytesMax) {
    return xmlReply(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size')
  }
  return undefined
}

/**
 * The URL is signed for this content type, without any other header that the store would act upon.
 */
function hasSignedHeaders(headers: IncomingHttpHeaders): boolean {
  const unsigned = Object.keys(headers).some(
    (name) => name === 'authorization' || name === 'cookie' || name.startsWith('x-amz-'),
  )
  return headers['content-type'] === 'application/zip' && !unsigned
}

/**
 * Keeps the zip in an unlinked file, so that no image stays in this process's memory or in a
 * folder, even when the process is killed half-way.
 */
async function storeAndCheck(job: SimulatedJob, request: IncomingMessage): Promise<ZipFindings> {
  const file = join(tmpdir(), `smile-id-simulator-${randomToken(26)}.zip`)
  const handle = await open(file, 'wx+', 0o600)
  try {
    await unlink(file)
    await handle.writeFile(request)
    return await checkZip(job, handle.fd)
  } finally {
    await handle.close()
  }
}

/**
 * Records the upload. The price of a second zip for the same job is not published: the first zip
 * decides the job, and every sound one counts as paid, so that a ledger with 1 proves that it was
 * not more.
 */
function recordUpload(context: SimulatorContext, job: SimulatedJob, findings: ZipFindings): void {
  const identity = { ...job.identity, ...findings.identity }
  const { jobType, partnerParams } = job
  const choice: OutcomeChoice =
    findings.fault === undefined
      ? context.outcomeOf({ jobType, partnerParams, identity })
      : { outcome: findings.fault }
  const nowMs = context.clock.now()
  const before = context.ledger.find(job.jobId)
  const after = context.ledger.record({
    event: 'uploaded',
    atMs: nowMs,
    jobId: job.jobId,
    paid: findings.fault === undefined && choice.outcome !== 'wallet_empty',
    processing: {
      outcome: choice.outcome,
      identity,
      document: choice.document,
      images: [...findings.images],
      ...scheduleOf(choice, context.delays, nowMs),
    },
  })
  if (before?.processing === undefined) context.callbacks.schedule(after)
}
