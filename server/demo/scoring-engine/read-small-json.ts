// Reads a request that says it is JSON, up to a bound.

import type { IncomingMessage } from 'node:http'

const bodyBytesMax = 16 * 1024

/**
 * undefined for what is longer, no JSON, or of another content type; its rest is read and dropped.
 * @throws Error when the sender hangs up first
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
