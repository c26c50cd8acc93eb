// The outermost middleware: answers a client that is still sending its body. Closing the connection at once would
// reset it and lose the answer, so the answer is sent and the rest of the body is read and discarded, within limits.

import type { IncomingMessage } from 'node:http'
import type { Clock } from '../kernel/clock.ts'
import type { Context, Middleware } from './context.ts'

/** How many further bytes of a refused client are discarded before its connection is closed. */
const lingerBytesMax = 64 * 1024 * 1024
const lingerMs = 3000
/** A body up to this size is discarded without closing the connection. */
const smallBodyBytesMax = 64 * 1024

export function linger(clock: Clock): Middleware {
  return async (ctx, next) => {
    await next()
    // A body reader that failed unpipes the request a moment later, which would pause it again.
    ctx.req.unpipe()
    if (!isWorthLingering(ctx.req) || !ctx.writable) {
      // An unread body would otherwise block the next request of the connection.
      ctx.req.resume()
      return
    }
    ctx.respond = false
    ctx.set('Connection', 'close')
    sendAll(ctx)
    await discard(clock, ctx.req)
    ctx.res.end()
  }
}

/** Returns whether the rest of the body is large, of unknown size, or awaits a 100 Continue. */
function isWorthLingering(request: IncomingMessage): boolean {
  if (request.complete) return false
  const { 'content-length': length, 'transfer-encoding': encoding, expect } = request.headers
  const isUnbounded = encoding !== undefined || expect !== undefined
  return isUnbounded || Number(length ?? 0) > smallBodyBytesMax
}

/** Content-Length marks the end of the answer for the client while the connection stays open. */
function sendAll({ res, method, body, length }: Context): void {
  if (!res.hasHeader('Content-Length') && length !== undefined) {
    res.setHeader('Content-Length', length)
  }
  if (typeof body === 'string' && method !== 'HEAD') res.write(body)
  else res.flushHeaders()
}

function discard(clock: Clock, request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0
    const cancel = clock.after(lingerMs, resolve)
    const stop = () => {
      cancel()
      resolve()
    }
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > lingerBytesMax) stop()
    })
    request.once('end', stop)
    request.once('close', stop)
    request.resume()
  })
}
