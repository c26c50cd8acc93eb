// The body of a request as it streams in: bounded in bytes and in time, whatever Content-Length says.
// Every reader of a body reads through here.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Readable, Transform } from 'node:stream'
import { AppError } from '../kernel/app-error.ts'
import type { Clock } from '../kernel/clock.ts'

export interface BodyLimits {
  readonly bytesMax: number
  /** From the moment the body is asked for until its last byte. */
  readonly timeoutMs: number
  /** Told of all that comes; what it returns is what the body fails with. */
  readonly onBytes?: (bytes: number) => AppError | undefined
}

export interface BodySource {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** The client hung up in the middle: nobody is left to be told, and nothing is to be reported. */
export class ClientGoneError extends Error {
  constructor() {
    super('The client closed the connection before its request was complete')
    this.name = 'ClientGoneError'
  }
}

/**
 * The body, to be read once. The stream fails with an AppError (`payload_too_large`, or
 * `invalid_request` when it takes too long) or a ClientGoneError; the connection stays open, so that
 * the refusal can still be sent.
 * @throws AppError `payload_too_large` at once, where Content-Length admits it
 */
export function openBody(clock: Clock, source: BodySource, limits: BodyLimits): Readable {
  const { request, response } = source
  if (Number(request.headers['content-length'] ?? 0) > limits.bytesMax) throw tooLarge(limits)
  if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue()
  let bytes = 0
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      const refusal = bytes > limits.bytesMax ? tooLarge(limits) : limits.onBytes?.(chunk.length)
      if (refusal) done(refusal)
      else done(null, chunk)
    },
  })
  // Whoever reads hears of a failure; where nobody reads any more, it must not end the process.
  body.on('error', () => undefined)
  const cancelTimeout = clock.after(limits.timeoutMs, () => body.destroy(tooSlow(limits)))
  const clientGone = () => {
    if (!request.complete) body.destroy(new ClientGoneError())
  }
  request.once('close', clientGone)
  body.once('close', () => {
    cancelTimeout()
    request.off('close', clientGone)
    request.unpipe(body)
  })
  request.pipe(body)
  // A socket that closed before we came to listen does not say so again.
  if (request.destroyed) clientGone()
  return body
}

/** Whether the request has a body at all, empty or not. */
export function hasBody(request: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  return encoding !== undefined || Number(length ?? 0) > 0
}

function tooLarge({ bytesMax }: BodyLimits): AppError {
  const message = `The request body is larger than ${readableBytes(bytesMax)}. Send less.`
  return new AppError('payload_too_large', message)
}

function tooSlow({ timeoutMs }: BodyLimits): AppError {
  const message = `The request body did not arrive within ${timeoutMs / 1000} seconds. Try again over a faster connection.`
  return new AppError('invalid_request', message)
}

/** `10 MB`, `256 KB`, `600 bytes`; binary multiples, as limits are counted. */
export function readableBytes(bytes: number): string {
  const units = [
    ['MB', 1024 * 1024],
    ['KB', 1024],
  ] as const
  const unit = units.find(([, size]) => bytes >= size && bytes % size === 0)
  return unit ? `${bytes / unit[1]} ${unit[0]}` : `${bytes} bytes`
}
