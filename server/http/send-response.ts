// Sends the finished response. Texts and bytes are written here, in one piece with their headers; Koa sends streams,
// because it destroys them when the client disconnects.

import { Readable } from 'node:stream'
import type { Context } from './context.ts'

export function sendResponse(ctx: Context): void {
  const { req, res, state } = ctx
  const { status, headers, body } = state.response
  if (body instanceof Readable) {
    ctx.set(headers)
    ctx.status = status
    ctx.body = body
    return
  }
  ctx.respond = false
  if (!ctx.writable) {
    res.end()
    return
  }
  writeHead(ctx)
  if (body === undefined || req.method === 'HEAD') res.end()
  else res.end(body)
}

/** Writes status and headers of a response whose body is a text, bytes or absent. */
export function writeHead({ res, state: { response } }: Context): void {
  const { status, headers, body } = response
  if (typeof body === 'string' || Buffer.isBuffer(body)) {
    headers['Content-Length'] = String(Buffer.byteLength(body))
  }
  res.writeHead(status, headers)
}
