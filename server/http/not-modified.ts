// Turns an answer with an ETag into a 304 where If-None-Match names that ETag (RFC 9110, 13.1.2).

import type { Context } from './context.ts'

/** Call it after the response is set. A response without an ETag is left as it is. */
export function replyNotModified(ctx: Context): void {
  const { response } = ctx.state
  const etag = response.headers.ETag
  if (etag === undefined) return
  const known = ctx.get('If-None-Match').split(',').map(strong)
  if (known.includes('*') || known.includes(strong(etag))) {
    response.status = 304
    response.body = undefined
    delete response.headers['Content-Type']
  }
}

/** Proxies that compress a response make its ETag weak; this comparison ignores that. */
function strong(etag: string): string {
  return etag.trim().replace(/^W\//, '')
}
