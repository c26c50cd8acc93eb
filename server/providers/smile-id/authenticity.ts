// Checks that a job status answer or a callback comes from Smile ID, is recent and is about our
// job. The signature does not cover the body, so the job's ids are compared as well. Pure.

import type { ProviderJob } from '../provider.ts'
import type { StatusAnswer } from './protocol.ts'
import { documentVerification } from './result-codes.ts'
import { isSignedBy, type SmileCredentials } from './signature.ts'

export interface Signed {
  readonly timestamp: unknown
  readonly signature: unknown
}

interface FreshnessWindow {
  readonly nowMs: number
  readonly ageMsMax: number
}

type Authenticity = 'authentic' | 'bad_signature' | 'stale'

/** Milliseconds that Smile ID's clock may be ahead of ours. */
const aheadMsMax = 5 * 60_000

export function authenticityOf(
  credentials: SmileCredentials,
  { timestamp, signature }: Signed,
  { nowMs, ageMsMax }: FreshnessWindow,
): Authenticity {
  if (!isSignedBy(credentials, timestamp, signature)) return 'bad_signature'
  const instantMs = parseTimestamp(timestamp)
  if (instantMs === undefined) return 'stale'
  const ageMs = nowMs - instantMs
  return ageMs <= ageMsMax && ageMs >= -aheadMsMax ? 'authentic' : 'stale'
}

/**
 * Parses ISO text, ISO text without a zone (then UTC), or milliseconds since 1970 as number or
 * text.
 */
export function parseTimestamp(timestamp: unknown): number | undefined {
  const text = String(timestamp).trim()
  if (/^\d{12,14}$/.test(text)) return Number(text)
  const zoneless = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:\.\d+)?)$/.exec(text)
  const instantMs = Date.parse(zoneless ? `${zoneless[1]}T${zoneless[2]}Z` : text)
  return Number.isNaN(instantMs) ? undefined : instantMs
}

/**
 * Whether every id that the answer repeats is the job's, and its job type the one whose codes we
 * know.
 */
export function isAboutJob(answer: StatusAnswer, job: ProviderJob): boolean {
  const echoed = answer.result.kind === 'object' ? answer.result.fields.PartnerParams : undefined
  return (
    [answer.jobId, echoed?.job_id].every((name) => !name || name === job.jobId) &&
    [answer.userId, echoed?.user_id].every((name) => !name || name === job.userId) &&
    (!echoed?.job_type || echoed.job_type === String(documentVerification))
  )
}
