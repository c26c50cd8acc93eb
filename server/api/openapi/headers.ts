// The request and response headers in the OpenAPI document.

import type { ZodOpenApiHeadersObject, ZodOpenApiObject } from 'zod-openapi'
import { apiVersion } from '../../kernel/api-version.ts'

type Components = NonNullable<ZodOpenApiObject['components']>

const whole = { type: 'integer', minimum: 0 } as const

export const headerComponents = {
  'Request-Id': {
    description: 'Id of this request; errors repeat it in the body.',
    required: true,
    schema: { type: 'string', pattern: '^req_' },
  },
  'Svc-Version': {
    description: 'The version of the API that answered.',
    required: true,
    schema: { type: 'string', const: apiVersion },
  },
  'X-RateLimit-Limit': {
    description:
      'Requests allowed in a window of one minute, which starts with your first request.',
    required: true,
    schema: whole,
  },
  'X-RateLimit-Remaining': {
    description: 'Requests left in this window.',
    required: true,
    schema: whole,
  },
  'X-RateLimit-Reset': {
    description: 'When the window ends, in Unix seconds.',
    required: true,
    schema: whole,
  },
  'Retry-After': {
    description: 'Seconds to wait before you try again.',
    required: true,
    schema: whole,
  },
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    required: true,
    schema: { type: 'string', const: 'Bearer' },
  },
  'Idempotent-Replayed': {
    description:
      'Present when this repeats the saved answer of an earlier request with the same Idempotency-Key; on refusals too.',
    schema: { type: 'string', const: 'true' },
  },
  ETag: {
    description:
      'Changes with the content. Send it as If-None-Match to get the content only if it has changed.',
    required: true,
    schema: { type: 'string' },
  },
} as const satisfies NonNullable<Components['headers']>

type HeaderName = keyof typeof headerComponents

const ofEvery = [
  'Request-Id',
  'Svc-Version',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
] as const satisfies readonly HeaderName[]

/** Returns the headers of every response plus `more`. */
export function headersOfEvery(more: readonly HeaderName[]): ZodOpenApiHeadersObject {
  return Object.fromEntries(
    [...ofEvery, ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )
}

export const parameterComponents = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Any text of 1 to 255 visible ASCII characters that you use for this one request, such as a UUID. The same request with the same key, in whatever order its fields come, is processed once: for 24 hours it gets the first answer again, and nothing is metered twice. An API key shares these keys with its successors by rotation. Refusals are saved too (all but 401, 413, 429 and 5xx): to ask again, as after `409 verification_pending`, send another key or none.',
    // The server accepts visible ASCII only.
    schema: { type: 'string', pattern: '^[!-~]{1,255}$', minLength: 1, maxLength: 255 },
    example: '7f1c2a52-4c0e-4a3b-9d1a-2f1f6c1f0b6e',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of your copy; if it is still current, the answer is 304.',
    schema: { type: 'string' },
  },
} as const satisfies NonNullable<Components['parameters']>
