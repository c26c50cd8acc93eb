// Spares a client what it has already (RFC 9110, 13.1.2): an answer that carries an ETag becomes a 304 where
// the request names it.

import type { Exchange } from './exchange.ts'

/** After the answer was put on the exchange. Of an answer without ETag nothing changes. */
export function spareUnmodified(exchange: Exchange): void {
  const etag = exchange.res.getHeader('ETag')
  if (typeof etag !== 'string') return
  const known = exchange.get('If-None-Match').split(',').map(strong)
  if (known.includes('*') || known.includes(strong(etag))) exchange.status = 304
}

/** A proxy that compresses makes tags weak; for this comparison that is no difference. */
function strong(etag: string): string {
  return etag.trim().replace(/^W\//, '')
}
