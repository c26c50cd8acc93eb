// Builds the body of one callback: the bare result with its signature (reference 5.1), correct or
// deliberately wrong.

import type { SmileCredentials } from '../../providers/smile-id/signature.ts'
import { imageLinks } from './image-links.ts'
import type { SimulatedJob } from './job.ts'
import { type IssuedResult, signed } from './results.ts'

export interface CallbackContent {
  readonly job: SimulatedJob
  readonly result: IssuedResult
  /** The instant that the signature covers. */
  readonly signedAtMs: number
  readonly isBadlySigned?: boolean
  /** Includes a document image that makes the body 1.5 MB. */
  readonly isLarge?: boolean
}

/** Receivers must accept callbacks of 1.5 MB (reference 7.1). */
const largeBytes = 1_500_000

/** The same content gives the same bytes, so that a replay is byte-identical. */
export function callbackBody(
  needs: { readonly credentials: SmileCredentials; readonly origin: string },
  content: CallbackContent,
): string {
  const credentials = content.isBadlySigned
    ? { ...needs.credentials, apiKey: `not ${needs.credentials.apiKey}` }
    : needs.credentials
  const body = signed(
    credentials,
    { ...content.result.fields, ImageLinks: imageLinks(needs.origin, content.job) },
    content.signedAtMs,
  )
  if (!content.isLarge) return JSON.stringify(body)
  const missingBytes = largeBytes - JSON.stringify({ ...body, Document: '' }).length
  return JSON.stringify({ ...body, Document: 'A'.repeat(Math.max(missingBytes, 0)) })
}
