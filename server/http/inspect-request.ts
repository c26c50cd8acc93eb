// Refuses requests that no endpoint should see: malformed paths, API keys in the URL, and clients that do not
// accept JSON.

import { AppError } from '../kernel/app-error.ts'
import type { Log } from '../kernel/log.ts'
import { parsedQuery } from './bodies/parsed-query.ts'
import type { Context } from './context.ts'
import { jsonContentType } from './response-draft.ts'

const keyText = /svc_(?:sandbox|live)_/i
const keyParameters = new Set(['api_key', 'apikey', 'access_token', 'authorization'])

/** @throws AppError `invalid_request`, `not_acceptable` */
export function inspectRequest(log: Log, ctx: Context): void {
  const path = decodePath(ctx.path)
  if (keyText.test(path) || hasKeyInQuery(ctx)) {
    log.warn('key_in_url', { request_id: ctx.state.requestId })
    throw new AppError(
      'invalid_request',
      'API keys go in the header "Authorization: Bearer <API key>", never in the URL, where they end up in logs. If this was a real key, rotate it.',
    )
  }
  if (!acceptsJson(ctx)) {
    const message =
      'Responses are application/json. Send "Accept: application/json", or no Accept header.'
    throw new AppError('not_acceptable', message)
  }
}

function acceptsJson(ctx: Context): boolean {
  const { accept } = ctx.req.headers
  // Nearly all clients send one of these. Koa weighs the types of any other header.
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return true
  return ctx.accepts('application/json', jsonContentType) !== false
}

function decodePath(path: string): string {
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    const message = 'The path holds a percent-escape that is not UTF-8. Encode it again.'
    throw new AppError('invalid_request', message)
  }
}

function hasKeyInQuery(ctx: Context): boolean {
  for (const [name, value] of parsedQuery(ctx) ?? []) {
    if (keyText.test(name) || keyText.test(value)) return true
    if (keyParameters.has(name.toLowerCase())) return true
  }
  return false
}
