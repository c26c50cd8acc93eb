// Reads a JSON request body up to a limit.

import type { IncomingMessage } from 'node:http'
import { tryJson } from '../../kernel/try-json.ts'
import { readBodyUpTo } from '../listening/read-body-up-to.ts'

const bodyBytesMax = 16 * 1024

/**
 * Returns undefined for a body that is too long, not JSON, or of another content type; the rest of
 * it is read and dropped.
 * @throws Error when the sender disconnects first
 */
export async function readSmallJson(request: IncomingMessage): Promise<unknown> {
  const body = await readBodyUpTo(request, bodyBytesMax)
  const isJson = /^application\/json *(;|$)/i.test(request.headers['content-type'] ?? '')
  return isJson && body !== undefined ? tryJson(body.toString('utf8')) : undefined
}
