// The meaning of each code that a fault in `details` of an error may have, for the OpenAPI document and the guide. Some
// are error codes too, and mean the same.

import { meanings } from './meanings.ts'

export const faultMeanings: Readonly<Record<string, string>> = {
  missing: 'The field is required and was left out.',
  invalid: 'The value is not what the message says it must be.',
  unknown: 'The path has no query parameter of this name.',
  repeated: 'The field or parameter was sent more than once.',
  duplicate_key: 'The JSON gives a field of the same object twice.',
  too_deep: 'The JSON is nested too deeply.',
  lone_surrogate: 'The JSON contains half of a surrogate pair.',
  invalid_encoding: 'The value is not UTF-8.',
  not_a_file: 'The field of the form must be sent as a file.',
  empty: 'The body asks for no change.',
  invalid_cursor: 'The cursor is none that this list returned.',
  too_long: 'The span of time is longer than one request may ask for.',
  erased: 'The verification was erased.',
  approval_pending: 'The change waits for the approval of a second user in the console.',
  payload_too_large: 'The file or the field is larger than the message says it may be.',
  invalid_image: 'The image cannot be used; the message says why.',
  unsupported_country: meanings.unsupported_country,
  unsupported_document: meanings.unsupported_document,
  invalid_webhook_url: meanings.invalid_webhook_url,
}
