// `PUT` on a pre-signed upload URL: takes the zip the way an object store does (reference 1.4), then has
// it checked and the job's end decided. The pictures are gone before the answer goes out.

import { open, unlink } from 'node:fs/promises'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomToken } from '../../kernel/ids.ts'
import type { Desk } from './desk.ts'
import { emptyReply, type Reply, xmlReply } from './exchange.ts'
import type { Job } from './job.ts'
import { type OutcomeChoice, scheduleOf } from './outcomes.ts'
import { checkUploadUrl, refIdOfPath } from './upload-url.ts'
import { checkZip, type ZipFindings } from './zip-check.ts'

/** Largest zip taken; Smile ID publishes no limit. */
const zipBytesMax = 64 * 1024 * 1024

export async function answerZipUpload(
  desk: Desk,
  request: IncomingMessage,
  url: URL,
): Promise<Reply> {
  const job = desk.ledger.findByRefId(refIdOfPath(desk.uploadUrlRules, url.pathname) ?? '')
  if (job === undefined) return xmlReply(404, 'NoSuchKey', 'The specified key does not exist.')
  const refusal = refuseUpload(desk, request, url)
  if (refusal !== undefined) return refusal
  const findings = await storeAndCheck(job, request)
  recordUpload(desk, job, findings)
  return emptyReply
}

function refuseUpload(desk: Desk, request: IncomingMessage, url: URL): Reply | undefined {
  const verdict = checkUploadUrl(desk.uploadUrlRules, url, desk.clock.now())
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

/** The URL was signed for this content type and for nothing beside it that the store would act upon. */
function hasSignedHeaders(headers: IncomingHttpHeaders): boolean {
  const unsigned = Object.keys(headers).some(
    (name) => name === 'authorization' || name === 'cookie' || name.startsWith('x-amz-'),
  )
  return headers['content-type'] === 'application/zip' && !unsigned
}

/**
 * Holds the zip in a file that has no name any more, so that neither the memory of this process nor a
 * folder keeps a picture, even when the process is killed in the middle.
 */
async function storeAndCheck(job: Job, request: IncomingMessage): Promise<ZipFindings> {
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
 * What a second zip under the same job costs is not published: the first one decides the job, and every
 * sound one is booked as paid, so that a ledger that says 1 rules out any reading by which it was more.
 */
function recordUpload(desk: Desk, job: Job, findings: ZipFindings): void {
  const identity = { ...job.identity, ...findings.identity }
  const { jobType, partnerParams } = job
  const choice: OutcomeChoice =
    findings.fault === undefined
      ? desk.outcomeOf({ jobType, partnerParams, identity })
      : { outcome: findings.fault }
  const nowMs = desk.clock.now()
  const before = desk.ledger.find(job.jobId)
  const after = desk.ledger.record({
    event: 'uploaded',
    atMs: nowMs,
    jobId: job.jobId,
    paid: findings.fault === undefined && choice.outcome !== 'wallet_empty',
    processing: {
      outcome: choice.outcome,
      identity,
      document: choice.document,
      pictures: [...findings.pictures],
      ...scheduleOf(choice, desk.delays, nowMs),
    },
  })
  if (before?.processing === undefined) desk.callbacks.schedule(after)
}
