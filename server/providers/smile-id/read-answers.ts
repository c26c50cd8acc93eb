// Maps the answers to the three calls of the protocol to closed unions. Pure.

import type { ProviderJob, Trouble, UnavailableReason } from '../provider.ts'
import { authenticityOf, isAboutJob } from './authenticity.ts'
import { parsePrepAnswer, parseRefusal, parseStatusAnswer, type StatusAnswer } from './protocol.ts'
import { codeJobExists, codesNoImages, troubleOf } from './refusals.ts'
import type { SmileCredentials } from './signature.ts'
import type { Answered } from './signed-call.ts'
import { type LinkFault, uploadTarget } from './upload-target.ts'

export type SmileRegistration =
  | { readonly kind: 'registered'; readonly uploadUrl: URL; readonly reference: string | undefined }
  /** The job_id was used before, by us. */
  | { readonly kind: 'exists' }
  | LinkRefused
  | Trouble

/** The upload link names a host that images are not sent to. */
export interface LinkRefused {
  readonly kind: 'link_not_allowed'
  readonly why: LinkFault
  readonly host: string
}

/** `link_refused`: the storage rejects the link, most likely because it has expired. */
export type SmileUpload =
  | { readonly kind: 'stored' }
  | { readonly kind: 'link_refused' }
  /** Cut off before its end, or refused because there are too many. */
  | { readonly kind: 'not_arrived'; readonly reason: UnavailableReason }
  | Trouble

export type SmileStatus =
  | { readonly kind: 'answered'; readonly answer: StatusAnswer }
  | { readonly kind: 'no_images' }
  | Trouble

/**
 * Age of an answer's signature in milliseconds; it is made for the answer, so minutes only allow
 * for clocks that differ.
 */
const answerAgeMsMax = 5 * 60_000

export function readSmileRegistration(
  reply: Answered,
  rules: Parameters<typeof uploadTarget>[1],
): SmileRegistration {
  const prep = reply.status === 200 ? parsePrepAnswer(reply.json) : undefined
  if (prep !== undefined) {
    const target = uploadTarget(prep.uploadUrl, rules)
    if (target.kind === 'unreadable') return { kind: 'unavailable', reason: 'bad_answer' }
    if (target.kind === 'refused') return { ...target, kind: 'link_not_allowed' }
    return { kind: 'registered', uploadUrl: target.url, reference: prep.reference }
  }
  const exists = reply.status < 500 && parseRefusal(reply.json).code === codeJobExists
  return exists ? { kind: 'exists' } : troubleOf(reply)
}

/**
 * Only 200 is success. The storage's refusals are XML and say nothing more of use. After an error of the server it may
 * have the zip, also after 503: a proxy on the way may say so once it has passed everything on.
 */
export function readSmileUpload(status: number, { isTaken }: { isTaken: boolean }): SmileUpload {
  if (status === 200) return { kind: 'stored' }
  if (status === 429) return { kind: 'not_arrived', reason: 'rate_limited' }
  if (status >= 400 && status < 500) return { kind: 'link_refused' }
  const reason = status >= 500 ? 'server_error' : 'bad_answer'
  return { kind: isTaken ? 'unavailable' : 'not_arrived', reason }
}

interface StatusContext {
  readonly credentials: SmileCredentials
  readonly job: ProviderJob
  readonly nowMs: number
}

export function readSmileStatus(
  reply: Answered,
  { credentials, job, nowMs }: StatusContext,
): SmileStatus {
  if (reply.status !== 200) {
    const { code } = parseRefusal(reply.json)
    const noImages = reply.status < 500 && code !== undefined && codesNoImages.has(code)
    return noImages ? { kind: 'no_images' } : troubleOf(reply)
  }
  const answer = parseStatusAnswer(reply.json)
  if (answer === undefined) return { kind: 'unavailable', reason: 'bad_answer' }
  const window = { nowMs, ageMsMax: answerAgeMsMax }
  const authenticity = authenticityOf(credentials, answer, window)
  if (authenticity !== 'authentic') {
    const reason = authenticity === 'stale' ? 'stale_answer' : authenticity
    return { kind: 'unavailable', reason }
  }
  if (!isAboutJob(answer, job)) return { kind: 'unavailable', reason: 'bad_answer' }
  return { kind: 'answered', answer }
}
