// Sends one callback. Connects to this machine only: whatever address a test or demo names, the
// simulator never sends anything to another host.

import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import type { Clock } from '../../kernel/clock.ts'
import { http } from '../../kernel/node-http.ts'

/** The response's status, or why there was none. */
export type CallbackAttempt =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'failed'; readonly reason: 'timeout' | 'network' | 'address_not_allowed' }

interface CallbackOptions {
  readonly clock: Clock
  readonly timeoutMs: number
  /** Certificate authority (PEM) of receivers with TLS. */
  readonly authority?: string | undefined
  /** Aborts an attempt under way. */
  readonly signal: AbortSignal
}

/** Any 2xx counts as received (reference 7.1). */
export function isReceived(attempt: CallbackAttempt): boolean {
  return attempt.kind === 'answered' && attempt.status >= 200 && attempt.status < 300
}

/** Whether the URL names a loopback address, without any DNS look-up. */
export function isLoopbackUrl(url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** Never throws. Redirects are not followed. */
export function postCallback(
  options: CallbackOptions,
  url: URL,
  body: string,
): Promise<CallbackAttempt> {
  if (!isLoopbackUrl(url)) {
    return Promise.resolve({ kind: 'failed', reason: 'address_not_allowed' })
  }
  const isTls = url.protocol === 'https:'
  return new Promise((resolve) => {
    const requestOptions = {
      method: 'POST',
      agent: false,
      signal: options.signal,
      headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
      ...(isTls && options.authority !== undefined ? { ca: options.authority } : {}),
    } as const
    const request = isTls ? httpsRequest(url, requestOptions) : http.request(url, requestOptions)
    let timedOut = false
    const cancelTimeout = options.clock.after(options.timeoutMs, () => {
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
