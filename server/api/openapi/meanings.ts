// The meaning of each error code, for the OpenAPI document and the guide. The document's examples quote it too.

import type { ErrorCode } from '../../kernel/app-error.ts'

export const meanings: Readonly<Record<ErrorCode, string>> = {
  invalid_request: 'The request is malformed, or fields are missing or wrong; details name each.',
  invalid_image: 'An image is no JPEG or PNG, is too large in pixels, or cannot be used.',
  unsupported_country: 'Documents of this country are not verified here.',
  unsupported_document: 'This kind of document is not verified for the country.',
  invalid_webhook_url: 'The URL is none that webhooks may be sent to.',
  unauthenticated: 'The API key is missing, malformed, unknown, revoked or expired.',
  missing_scope: 'The API key lacks the scope that the message names.',
  wrong_environment: 'The API key belongs to the other environment.',
  address_not_allowed: 'The API key may not be used from this address.',
  not_found: 'There is nothing of this id in the environment of the key, or nothing at this path.',
  method_not_allowed: 'The path does not answer this method; the header Allow names those it does.',
  not_acceptable: 'The Accept header rules out application/json, which is all that is spoken here.',
  unsupported_media_type: 'The body has another content type or encoding than the endpoint reads.',
  verification_pending:
    'The verification has not ended yet. Ask again when it has, with another Idempotency-Key or none: this answer is kept under the one that was sent.',
  verification_not_scorable: 'The verification ended in error, so there is nothing to score.',
  idempotency_conflict: 'This Idempotency-Key was used for another request. Use a new one.',
  idempotency_in_progress:
    'The first request with this Idempotency-Key is still at work. Send the same again after Retry-After.',
  conflict: 'The state of things does not allow it; the message says why.',
  payload_too_large: 'The body, or a file in it, is larger than the message says it may be.',
  rate_limited:
    'Too many requests, or too many bytes, in this window, or too many verifications that are pending. Wait for as long as Retry-After says.',
  internal_error:
    'Something went wrong on our side. Try again; report the request_id if it persists.',
  not_implemented:
    'The body comes in a transfer coding that is not understood; send it chunked or with its length.',
  unavailable: 'What is needed cannot be reached or is not set up at this moment. Try again later.',
  scoring_unavailable:
    'The scoring engine cannot be reached. Nothing was metered; try again later.',
}
