// Builds the answer to a request that Node could not parse. It never reaches Koa, so the answer is written
// straight to the connection, with the same envelope and headers.

import { apiVersion } from '../../kernel/api-version.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import type { Log } from '../../kernel/log.ts'
import { http } from '../../kernel/node-http.ts'
import { clientAddressOf, networkOf } from '../client-address.ts'
import { errorResponse } from '../error-response.ts'
import { rateLimited } from '../limits/limit-rate.ts'
import { type RateLimiter, rateLimitHeaders } from '../limits/rate-limiter.ts'
import { badTarget } from '../request-head.ts'
import { jsonContentType } from '../response-draft.ts'
import { securityHeaders } from '../security-headers.ts'

export type UnparsedReason = 'too_slow' | 'head_too_large' | 'bad_target' | 'malformed' | 'tunnel'

/** Returns the whole response as text. The connection must be closed after it. */
export type RefuseUnparsed = (
  peer: { readonly socketAddress: string | undefined; readonly isTls: boolean },
  reason: UnparsedReason,
) => string

const refusals: Readonly<Record<UnparsedReason, AppError>> = {
  too_slow: new AppError(
    'invalid_request',
    'The request did not arrive in time. Send it without pauses, or over a faster connection.',
  ),
  head_too_large: new AppError(
    'invalid_request',
    'The URL and the headers are larger than 16 KB together. Shorten the URL, or send fewer or shorter headers.',
  ),
  bad_target: badTarget,
  malformed: new AppError(
    'invalid_request',
    'The request is not well-formed HTTP/1.1, or contradicts itself about its length.',
  ),
  tunnel: new AppError('method_not_allowed', 'This server is no proxy; CONNECT is not answered.', {
    allow: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'],
  }),
}

export function createUnparsedRefusal(needs: {
  readonly clock: Clock
  readonly log: Log
  readonly anonymous: RateLimiter
}): RefuseUnparsed {
  return (peer, reason) => {
    const nowMs = needs.clock.now()
    const requestId = newId('req', nowMs)
    const address = clientAddressOf({ ...peer, forwardedFor: undefined }, [])
    const allowance = needs.anonymous.take(networkOf(address))
    const refusal = allowance.isRefused ? rateLimited(allowance, nowMs) : refusals[reason]
    const { status, headers, body } = errorResponse(refusal, requestId)
    needs.log.info('request', {
      request_id: requestId,
      client_address: address,
      status,
      code: refusal.code,
      reason,
    })
    const head = {
      'Request-Id': requestId,
      'Svc-Version': apiVersion,
      ...securityHeaders(peer.isTls),
      ...rateLimitHeaders(allowance),
      ...headers,
      'Content-Type': jsonContentType,
      'Content-Length': String(Buffer.byteLength(body)),
      Connection: 'close',
    }
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
    return `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
  }
}
