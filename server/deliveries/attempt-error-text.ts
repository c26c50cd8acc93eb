// The text that operators read about an attempt that got no HTTP response. The receiver's own words
// are never kept.

import type { AttemptError } from '../webhooks/delivery-error.ts'

export const attemptErrorTexts: Readonly<Record<AttemptError, string>> = {
  timeout: 'The receiver did not answer in time. Answer 2xx first and work afterwards.',
  dns_failed: 'The name of the receiver could not be resolved. Check the URL and its DNS entry.',
  address_forbidden:
    'The URL leads to an address that is not allowed. Use a public address, or have the operator add it to SVC_WEBHOOK_ALLOW.',
  connection_failed:
    'No connection could be made. Check that the receiver is running and reachable.',
  tls_failed:
    'TLS failed. Check the certificate of the receiver: its names, dates and chain, and whether it asks for a client certificate.',
  connection_lost:
    'The connection broke before an answer came, or what came was not HTTP. A receiver that misses a client certificate may do so too.',
  aborted: 'The attempt was broken off on our side.',
}
