// Outermost step of a response to a client that is still sending. Closing on it would reset the
// connection and take the answer along, so the answer goes out and the rest is read past, in bounds.

import type { IncomingMessage } from 'node:http'
import type { Clock } from '../kernel/clock.ts'
import type { Exchange, Step } from './exchange.ts'

/** How much of what a refused client still sends is read past, at most, before it is cut off. */
const lingerBytesMax = 64 * 1024 * 1024
const lingerMs = 3000
/** A rest this small is read past without closing: the connection lives on. */
const smallBodyBytesMax = 64 * 1024

export function linger(clock: Clock): Step {
  return async (exchange, next) => {
    await next()
    // A reader that gave up lets go of the request a moment later, which would pause it again.
    exchange.req.unpipe()
    if (!isWorthLingering(exchange.req) || !exchange.writable) {
      // A body that a reader gave up would otherwise stand in the way of the next request.
      exchange.req.resume()
      return
    }
    exchange.respond = false
    exchange.set('Connection', 'close')
    sendAll(exchange)
    await readPast(clock, exchange.req)
    exchange.res.end()
  }
}

/** Whether a body is still coming that is large, or of unknown size, or waits for our 100 Continue. */
function isWorthLingering(request: IncomingMessage): boolean {
  if (request.complete) return false
  const { 'content-length': length, 'transfer-encoding': encoding, expect } = request.headers
  const isUnbounded = encoding !== undefined || expect !== undefined
  return isUnbounded || Number(length ?? 0) > smallBodyBytesMax
}

/** Content-Length tells the client that it has the whole answer, though the connection stays open. */
function sendAll({ res, method, body, length }: Exchange): void {
  if (!res.hasHeader('Content-Length') && length !== undefined) {
    res.setHeader('Content-Length', length)
  }
  if (typeof body === 'string' && method !== 'HEAD') res.write(body)
  else res.flushHeaders()
}

function readPast(clock: Clock, request: IncomingMessage): Promise<void> {
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
