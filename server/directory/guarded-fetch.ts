// Lets openid-client call the directory through the product's own HTTP client: guarded addresses, one deadline, a limit
// on the answer, no redirects, an entry in the outbound log.

import type { CustomFetch } from 'openid-client'
import type { OutboundPurpose } from '../egress/outbound.ts'
import type { ServiceClient } from '../egress/service-client.ts'
import { isWithinBounds } from '../kernel/bounded-json.ts'
import { DirectoryError } from './directory.ts'

const callTimeoutMs = 10_000
const answerBytesMax = 512 * 1024
/** The library parses and copies whatever comes. A token is one value, however many groups are in it. */
const answerBounds = { depthMax: 64, valuesMax: 10_000 }

interface CallNeeds {
  readonly fetch: ServiceClient
  readonly purposeOf: (url: string) => OutboundPurpose
  /** Called with the `Date` header of each answer. */
  readonly onDate?: (date: string | undefined) => void
}

/**
 * @throws DirectoryError `unreachable` from every call that gets no answer, `answer_invalid` from one of too many
 * values
 */
export function guardedFetch({ fetch, purposeOf, onDate }: CallNeeds): CustomFetch {
  return async (address, { method, headers, body, signal }) => {
    const url = new URL(address)
    const text = body instanceof URLSearchParams ? body.toString() : ''
    const answer = await fetch.send({
      purpose: purposeOf(address),
      method: method === 'POST' ? 'POST' : 'GET',
      url,
      headers: { ...headers, 'accept-encoding': 'identity' },
      body: text,
      fieldNames: body instanceof URLSearchParams ? [...new Set(body.keys())] : [],
      timeoutMs: callTimeoutMs,
      answerBytesMax,
      signal: signal ?? new AbortController().signal,
    })
    if (answer.kind === 'failed') throw new DirectoryError('unreachable', answer.reason)
    if (answer.status >= 500) throw new DirectoryError('unreachable', `http_${answer.status}`)
    if (!isWithinBounds(answer.body, answerBounds)) {
      throw new DirectoryError('answer_invalid', 'answer_too_complex')
    }
    onDate?.(answer.date)
    const { status, contentType, location } = answer
    // A Response of these statuses must have no body.
    const content = [204, 205, 304].includes(status) ? null : new Uint8Array(answer.body)
    const responseHeaders = new Headers()
    if (contentType !== undefined) responseHeaders.set('content-type', contentType)
    if (location !== undefined) responseHeaders.set('location', location)
    return new Response(content, { status, headers: responseHeaders })
  }
}
