// The end of a request: sends the response. A client may still be sending its body; closing the connection at once
// would reset it and lose the answer, so the rest of the body is read and discarded, within limits.

import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { Clock } from '../../kernel/clock.ts'
import { createChunkCount } from '../bodies/chunk-count.ts'
import type { Context } from '../context.ts'
import { type SendResponse, writeHead } from '../send-response.ts'

/** How many further bytes of a refused client are discarded before its connection is closed. */
const lingerBytesMax = 64 * 1024 * 1024
const lingerMs = 3000
/** A body up to this size is discarded without closing the connection. */
const smallBodyBytesMax = 64 * 1024

export interface EndRequestNeeds {
  readonly clock: Clock
  readonly sendResponse: SendResponse
}

export async function endRequest(
  { clock, sendResponse }: EndRequestNeeds,
  ctx: Context,
): Promise<void> {
  const { req, res } = ctx
  if (!announcesBody(req)) return sendResponse(ctx)
  if (!isWorthLingering(req) || !ctx.writable || ctx.state.response.body instanceof Readable) {
    // An unread body would otherwise block the next request of the connection.
    req.resume()
    return sendResponse(ctx)
  }
  sendAll(ctx)
  await discard(clock, req)
  res.end()
}

function announcesBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding, expect } = headers
  return length !== undefined || encoding !== undefined || expect !== undefined
}

/** Returns whether the rest of the body is large, of unknown size, or awaits a 100 Continue. */
function isWorthLingering(request: IncomingMessage): boolean {
  if (request.complete) return false
  const { 'content-length': length, 'transfer-encoding': encoding, expect } = request.headers
  const isUnbounded = encoding !== undefined || expect !== undefined
  return isUnbounded || Number(length ?? 0) > smallBodyBytesMax
}

/** Content-Length marks the end of the answer for the client while the connection stays open. */
function sendAll(ctx: Context): void {
  const { req, res, state } = ctx
  const { headers, body } = state.response
  headers.Connection = 'close'
  writeHead(ctx)
  if (body === undefined || req.method === 'HEAD') res.flushHeaders()
  else res.write(body)
}

function discard(clock: Clock, request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const chunkCount = createChunkCount()
    let bytes = 0
    const cancel = clock.after(lingerMs, resolve)
    const stop = () => {
      cancel()
      resolve()
    }
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > lingerBytesMax || chunkCount.areTooMany(chunk.length)) stop()
    })
    request.once('end', stop)
    request.once('close', stop)
    request.resume()
  })
}
