// Reads a JSON request body up to a limit.

import type { IncomingMessage } from 'node:http'

const bodyBytesMax = 16 * 1024

/**
 * Returns undefined for a body that is too long, not JSON, or of another content type; the rest of
 * it is read and dropped.
 * @throws Error when the sender disconnects first
 */
export async function readSmallJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    const piece: Buffer = chunk
    bytes += piece.length
    if (bytes <= bodyBytesMax) chunks.push(piece)
  }
  const isJson = /^application\/json *(;|$)/i.test(request.headers['content-type'] ?? '')
  if (!isJson || bytes > bodyBytesMax) return undefined
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return undefined
  }
}
