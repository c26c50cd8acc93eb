// What comes of one request to a webhook: an HTTP status, whatever it is, or the reason why there is none.

/** Closed list. Nothing of the receiver's own words is ever kept. */
export const exchangeErrors = [
  'timeout',
  'dns_failed',
  'address_forbidden',
  'connection_failed',
  'tls_failed',
  'connection_lost',
  'aborted',
] as const
export type ExchangeError = (typeof exchangeErrors)[number]

export type Exchange =
  | {
      readonly kind: 'answered'
      readonly status: number
      /** How long the receiver asked us to wait (`Retry-After`). */
      readonly retryAfterMs: number | undefined
      readonly durationMs: number
    }
  | { readonly kind: 'failed'; readonly error: ExchangeError; readonly durationMs: number }
