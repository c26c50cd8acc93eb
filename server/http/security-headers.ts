// Headers that every response carries whatever it says: nothing of ours is to be framed, sniffed,
// cached or passed on.

const always: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

const twoYearsSeconds = 63_072_000

/** @param isTls Whether the client came over TLS; over plain http, HSTS would mean nothing. */
export function securityHeaders(isTls: boolean): Readonly<Record<string, string>> {
  return isTls ? { ...always, 'Strict-Transport-Security': `max-age=${twoYearsSeconds}` } : always
}
