// Turns an answer with an ETag into a 304 where If-None-Match names that ETag (RFC 9110, 13.1.2).

import type { Context } from './context.ts'

/** Call it after the response is set. A response without an ETag is left as it is. */
export function replyNotModified(ctx: Context): void {
  const etag = ctx.res.getHeader('ETag')
  if (typeof etag !== 'string') return
  const known = ctx.get('If-None-Match').split(',').map(strong)
  if (known.includes('*') || known.includes(strong(etag))) ctx.status = 304
}

/** Proxies that compress a response make its ETag weak; this comparison ignores that. */
function strong(etag: string): string {
  return etag.trim().replace(/^W\//, '')
}
