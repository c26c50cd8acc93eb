// Reads the body of a request to a stand-in, up to a limit.

import type { IncomingMessage } from 'node:http'

/**
 * Returns undefined for a longer body; the rest is read and dropped, so that the sender can receive the response.
 * @throws Error when the sender disconnects first
 */
export async function readBodyUpTo(
  request: IncomingMessage,
  bytesMax: number,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    const piece: Buffer = chunk
    bytes += piece.length
    if (bytes <= bytesMax) chunks.push(piece)
  }
  return bytes > bytesMax ? undefined : Buffer.concat(chunks)
}
