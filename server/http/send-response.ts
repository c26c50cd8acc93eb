// Sends finished responses: texts and bytes in one piece with their headers, streams as they come.

import { pipeline, Readable } from 'node:stream'
import { hasCode } from '../kernel/has-code.ts'
import type { Context } from './context.ts'

export type SendResponse = (ctx: Context) => void

/** A turn of the event loop that finishes more responses than this sends them in parts. */
const waitingMax = 64

/**
 * Returns the function that sends responses. It collects those of one turn of the event loop and writes them when
 * the turn ends: each write to a socket may wake the process at its other end, and a single wake-up for many responses
 * costs the kernel half of what one for each of them does. Streams begin at once.
 * @param streamFailed called with the error of a stream that failed in the middle
 */
export function createSender(streamFailed: (error: Error) => void): SendResponse {
  let waiting: Context[] = []

  function sendAll(): void {
    const now = waiting
    waiting = []
    for (const ctx of now) writeSafely(ctx)
  }

  return (ctx) => {
    const { body } = ctx.state.response
    if (body instanceof Readable) {
      sendStream(ctx, body, streamFailed)
      return
    }
    if (waiting.length === 0) setImmediate(sendAll)
    waiting.push(ctx)
    if (waiting.length >= waitingMax) sendAll()
  }
}

/** The stream is destroyed when the client disconnects; the connection is cut when the stream fails. */
function sendStream(ctx: Context, body: Readable, failed: (error: Error) => void): void {
  const { req, res, state } = ctx
  if (ctx.writable) res.writeHead(state.response.status, state.response.headers)
  if (!ctx.writable || req.method === 'HEAD') {
    body.destroy()
    res.end()
    return
  }
  pipeline(body, res, (error) => {
    // A client that disconnected is no failure: the request's log line says so.
    if (error && !hasCode(error, 'ERR_STREAM_PREMATURE_CLOSE')) failed(error)
  })
}

/** An error here is outside of the request's promise. Koa answers it with 500. */
function writeSafely(ctx: Context): void {
  try {
    write(ctx)
  } catch (error) {
    ctx.onerror(error instanceof Error ? error : new Error('the response cannot be written'))
  }
}

function write(ctx: Context): void {
  const { req, res, state } = ctx
  const { body } = state.response
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
