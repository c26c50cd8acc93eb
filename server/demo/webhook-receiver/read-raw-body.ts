// Reads the raw body of a delivery, which the signature covers, up to a limit.

import type { IncomingMessage } from 'node:http'

/** Bytes of a body at most; far more than any event has. */
export const bodyBytesMax = 256 * 1024

/**
 * Returns undefined for a longer body; the rest is read and dropped, so that the sender can receive
 * the response.
 * @throws Error when the sender disconnects first
 */
export async function readRawBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    const piece: Buffer = chunk
    bytes += piece.length
    if (bytes <= bodyBytesMax) chunks.push(piece)
  }
  return bytes > bodyBytesMax ? undefined : Buffer.concat(chunks)
}
