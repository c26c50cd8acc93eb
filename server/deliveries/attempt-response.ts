// The result of one request to a webhook: an HTTP status of any kind, or the reason why there is
// none.

import type { AttemptError } from '../webhooks/delivery-error.ts'

export type AttemptResponse =
  | {
      readonly kind: 'answered'
      readonly status: number
      /** How long the receiver asked us to wait (`Retry-After`). */
      readonly retryAfterMs: number | undefined
      readonly durationMs: number
    }
  | { readonly kind: 'failed'; readonly error: AttemptError; readonly durationMs: number }
