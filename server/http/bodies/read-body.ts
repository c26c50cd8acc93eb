// Reads a small body at once. Most bodies arrive with their head, in one chunk; they need no stream and no timer.

import type { IncomingMessage } from 'node:http'
import type { Clock } from '../../kernel/clock.ts'
import {
  type BodyLimits,
  type BodySource,
  beginBody,
  ClientGoneError,
  tooLarge,
  tooManyChunks,
  tooSlow,
} from './body-stream.ts'
import { createChunkCount } from './chunk-count.ts'

type ReadLimits = Omit<BodyLimits, 'onBytes'>

/**
 * Fails like the stream of `openBody`, and leaves the connection open like it.
 * @throws AppError `payload_too_large`, `invalid_request` if it takes too long; ClientGoneError
 */
export async function readBody(
  clock: Clock,
  source: BodySource,
  limits: ReadLimits,
): Promise<Buffer> {
  beginBody(source, limits)
  const { request } = source
  if (!hasArrived(request)) return collect(clock, source, limits)
  const bytes: Buffer = request.read() ?? Buffer.alloc(0)
  if (bytes.length > limits.bytesMax) throw tooLarge(limits)
  return bytes
}

/** Node reports a request complete only some turns after its last byte, so the announced length decides. */
function hasArrived(request: IncomingMessage): boolean {
  const { 'content-length': length } = request.headers
  return request.complete || (length !== undefined && request.readableLength === Number(length))
}

function collect(clock: Clock, source: BodySource, limits: ReadLimits): Promise<Buffer> {
  const { request } = source
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const chunkCount = createChunkCount()
    let bytes = 0
    const stop = () => {
      cancelTimeout()
      request.off('data', take).off('end', end).off('close', leave)
    }
    const fail = (error: Error) => {
      stop()
      // What follows is for whoever discards the rest of the body.
      request.pause()
      reject(error)
    }
    const take = (chunk: Buffer) => {
      source.onChunk()
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > limits.bytesMax) fail(tooLarge(limits))
      else if (chunkCount.areTooMany(chunk.length)) fail(tooManyChunks())
    }
    const end = () => {
      stop()
      resolve(Buffer.concat(chunks, bytes))
    }
    const leave = () => fail(new ClientGoneError())
    const cancelTimeout = clock.after(limits.timeoutMs, () => fail(tooSlow(limits)))
    // A request that is destroyed already emits no further `close`.
    if (request.destroyed) return leave()
    request.on('data', take).once('end', end).once('close', leave)
  })
}
