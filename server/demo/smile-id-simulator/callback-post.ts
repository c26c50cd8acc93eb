// One attempt to deliver a callback. Dials this machine only: whatever address a test or a demo names,
// the simulator never sends anything to the outside.

import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import type { Clock } from '../../kernel/clock.ts'

/** An answer's status, or why there was none. */
export type CallbackAttempt =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'failed'; readonly reason: 'timeout' | 'network' | 'address_not_allowed' }

export interface CallbackLine {
  readonly clock: Clock
  readonly timeoutMs: number
  /** Certificate authority (PEM) of receivers that speak TLS. */
  readonly authority?: string | undefined
  /** Cuts off an attempt under way. */
  readonly signal: AbortSignal
}

/** Any 2xx counts as received (reference 7.1). */
export function isReceived(attempt: CallbackAttempt): boolean {
  return attempt.kind === 'answered' && attempt.status >= 200 && attempt.status < 300
}

/** Whether a callback may go there: an address of this machine, and nothing that needs looking up. */
export function isLoopbackUrl(url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** Never throws. Redirects are not followed. */
export function postCallback(line: CallbackLine, url: URL, body: string): Promise<CallbackAttempt> {
  if (!isLoopbackUrl(url)) {
    return Promise.resolve({ kind: 'failed', reason: 'address_not_allowed' })
  }
  const isTls = url.protocol === 'https:'
  return new Promise((resolve) => {
    const options = {
      method: 'POST',
      agent: false,
      signal: line.signal,
      headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
      ...(isTls && line.authority !== undefined ? { ca: line.authority } : {}),
    } as const
    const request = isTls ? httpsRequest(url, options) : httpRequest(url, options)
    let timedOut = false
    const cancelTimeout = line.clock.after(line.timeoutMs, () => {
      timedOut = true
      request.destroy()
    })
    const settle = (attempt: CallbackAttempt) => {
      cancelTimeout()
      resolve(attempt)
    }
    request.on('response', (response) => {
      response.resume()
      settle({ kind: 'answered', status: response.statusCode ?? 0 })
    })
    request.on('error', () => settle({ kind: 'failed', reason: timedOut ? 'timeout' : 'network' }))
    request.end(body)
  })
}
