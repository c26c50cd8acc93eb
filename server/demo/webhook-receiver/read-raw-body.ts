// Reads the body of a delivery as the bytes that were signed, up to a bound.

import type { IncomingMessage } from 'node:http'

/** Far more than any event has. */
export const bodyBytesMax = 256 * 1024

/**
 * undefined for a longer body; its rest is read and dropped, so that the sender is there for the answer.
 * @throws Error when the sender hangs up first
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
