// Headers of every response: it must not be framed, sniffed, cached or leaked to other origins.

const always: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

const twoYearsSeconds = 63_072_000

/** @param isTls whether the client used TLS; over plain http HSTS has no effect */
export function securityHeaders(isTls: boolean): Readonly<Record<string, string>> {
  return isTls ? { ...always, 'Strict-Transport-Security': `max-age=${twoYearsSeconds}` } : always
}
