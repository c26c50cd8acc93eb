// Streams the body of a request, limited in bytes and in time whatever Content-Length says, for uploads.
// `read-body.ts` reads small bodies under the same limits.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'
import { AppError } from '../../kernel/app-error.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createChunkCount } from './chunk-count.ts'

export interface BodyLimits {
  readonly bytesMax: number
  /** From `openBody` to the last byte. */
  readonly timeoutMs: number
  /** Called with the size of each chunk. An error that it returns fails the body. */
  readonly onBytes?: (bytes: number) => AppError | undefined
}

export interface BodySource {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Called before each chunk that comes after the head. */
  onChunk(): void
}

/** The client disconnected before its request was complete: nothing is answered and nothing is logged as an error. */
export class ClientGoneError extends Error {
  constructor() {
    super('The client closed the connection before its request was complete')
    this.name = 'ClientGoneError'
  }
}

/**
 * Returns the body, which can be read once. The stream fails with an AppError (`payload_too_large`, or
 * `invalid_request` if it takes too long) or a ClientGoneError; the connection stays open, so that the
 * error response can still be sent.
 * @throws AppError `payload_too_large` at once if Content-Length exceeds the limit
 */
export function openBody(clock: Clock, source: BodySource, limits: BodyLimits): Readable {
  const { request } = source
  beginBody(source, limits)
  const body = new PassThrough()
  // The reader gets the error itself. Without a reader, an unhandled `error` would end the process.
  body.on('error', () => undefined)
  const chunkCount = createChunkCount()
  let bytes = 0
  // Not piped: nothing of what comes after a refusal may reach the reader, not even in the same turn.
  const take = (chunk: Buffer) => {
    // The reader has given up, and the event that says so is still to come.
    if (body.destroyed) return
    source.onChunk()
    bytes += chunk.length
    const refusal = bytes > limits.bytesMax ? tooLarge(limits) : limits.onBytes?.(chunk.length)
    if (refusal) fail(refusal)
    else if (chunkCount.areTooMany(chunk.length)) fail(tooManyChunks())
    else if (!body.write(chunk)) request.pause()
  }
  const end = () => body.end()
  const clientGone = () => {
    if (!request.complete) fail(new ClientGoneError())
  }
  const stop = () => {
    cancelTimeout()
    request.off('data', take).off('end', end).off('close', clientGone)
  }
  const fail = (error: Error) => {
    stop()
    // What follows is for whoever discards the rest of the body.
    request.pause()
    body.destroy(error)
  }
  const cancelTimeout = clock.after(limits.timeoutMs, () => fail(tooSlow(limits)))
  body.on('drain', () => request.resume()).once('close', stop)
  request.on('data', take).once('end', end).once('close', clientGone)
  // A request that is destroyed already emits no further `close`.
  if (request.destroyed) clientGone()
  return body
}

/**
 * Checks the announced length and sends the `100 Continue` that the client may wait for.
 * @throws AppError `payload_too_large`
 */
export function beginBody({ request, response }: BodySource, limits: BodyLimits): void {
  const { 'content-length': length, expect } = request.headers
  if (Number(length ?? 0) > limits.bytesMax) throw tooLarge(limits)
  if (expect?.toLowerCase() === '100-continue') response.writeContinue()
}

/** Returns whether the request has a body; a chunked one counts even if it is empty. */
export function hasBody(request: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  return encoding !== undefined || Number(length ?? 0) > 0
}

export function tooLarge({ bytesMax }: BodyLimits): AppError {
  const message = `The request body is larger than ${readableBytes(bytesMax)}. Send less.`
  return new AppError('payload_too_large', message)
}

export function tooSlow({ timeoutMs }: BodyLimits): AppError {
  const message = `The request body did not arrive within ${timeoutMs / 1000} seconds. Try again over a faster connection.`
  return new AppError('invalid_request', message)
}

export function tooManyChunks(): AppError {
  const message =
    'The request body comes in too many tiny chunks. Send it with its length, or in larger chunks.'
  return new AppError('invalid_request', message)
}

/** Formats as `10 MB`, `256 KB` or `600 bytes`, in binary units as limits are counted. */
export function readableBytes(bytes: number): string {
  const units = [
    ['MB', 1024 * 1024],
    ['KB', 1024],
  ] as const
  const unit = units.find(([, size]) => bytes >= size && bytes % size === 0)
  return unit ? `${bytes / unit[1]} ${unit[0]}` : `${bytes} bytes`
}
