import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { troubleOf } from '../../../server/providers/smile-id/refusals.ts'

/** HTTP status, body, and what we make of it. */
const answers: readonly (readonly [number, unknown, string])[] = [
  [400, { error: 'unauthorized', code: '2205' }, 'refused provider_credentials_refused'],
  [400, { error: 'unauthorized', code: 2205 }, 'refused provider_credentials_refused'],
  [400, { error: 'unauthorized', code: '2405' }, 'refused provider_credentials_refused'],
  [400, { error: 'Unauthorized', code: '2204' }, 'refused provider_credentials_refused'],
  [
    400,
    { error: "You're not authorised to do that", code: '2204' },
    'refused provider_credentials_refused',
  ],
  [400, { error: 'Wrong data type', code: '2204' }, 'refused provider_rejected_request'],
  [401, { error: 'unauthorized' }, 'refused provider_credentials_refused'],
  [403, { error: 'No', code: '9876' }, 'refused provider_credentials_refused'],
  [401, undefined, 'unavailable bad_answer'],
  [403, undefined, 'unavailable bad_answer'],
  [401, {}, 'unavailable bad_answer'],
  [403, 'Access denied', 'unavailable bad_answer'],
  [403, { message: 'Forbidden' }, 'unavailable bad_answer'],
  [400, { error: 'Production not enabled', code: '2220' }, 'refused provider_misconfigured'],
  [400, { error: '', code: '2221' }, 'refused provider_misconfigured'],
  [400, { error: 'Product not activated', code: '1016' }, 'refused provider_misconfigured'],
  [402, undefined, 'refused provider_wallet_empty'],
  [402, { error: 'Payment required' }, 'refused provider_wallet_empty'],
  [400, { error: 'Insufficient balance', code: '2299' }, 'refused provider_wallet_empty'],
  [400, { message: 'Your wallet is empty' }, 'refused provider_wallet_empty'],
  [403, { error: 'Not enough credits', code: '2205' }, 'refused provider_wallet_empty'],
  [400, { error: 'Insufficient funds' }, 'refused provider_wallet_empty'],
  [400, { error: 'Invalid credentials', code: '2205' }, 'refused provider_credentials_refused'],
  ...['2203', '2207', '2208', '2209', '2210', '2211', '2212', '2213', '2214', '2216', '2217'].map(
    (code) => [400, { error: 'No', code }, 'refused provider_rejected_request'] as const,
  ),
  [400, { error: 'No', code: '9876' }, 'refused provider_rejected_request'],
  [400, { error: 'System error', code: '2201' }, 'unavailable server_error'],
  [400, { error: 'System error', code: '2301' }, 'unavailable server_error'],
  [400, { error: 'System error', code: '2401' }, 'unavailable server_error'],
  [500, undefined, 'unavailable server_error'],
  [502, { error: 'unauthorized', code: '2205' }, 'unavailable server_error'],
  [503, { error: 'wallet service down' }, 'unavailable server_error'],
  [429, { error: 'Too many requests' }, 'unavailable rate_limited'],
  [408, undefined, 'unavailable timeout'],
  [400, undefined, 'unavailable bad_answer'],
  [404, { path: '/v1/upload' }, 'unavailable bad_answer'],
  [302, undefined, 'unavailable bad_answer'],
  [200, {}, 'unavailable bad_answer'],
  [200, ['2205'], 'unavailable bad_answer'],
  [200, { error: 'Malformed', code: '2203' }, 'refused provider_rejected_request'],
]

describe('an answer that is not the one asked for', () => {
  for (const [status, json, expected] of answers) {
    test(`${status} ${JSON.stringify(json) ?? '(no JSON)'} is ${expected}`, () => {
      const trouble = troubleOf({ status, json })
      assert.equal(`${trouble.kind} ${trouble.reason}`, expected)
    })
  }

  test('hands on its code and its body when it is a refusal', () => {
    const json = { error: 'unauthorized', code: 2205, trace: 'kept' }
    assert.deepEqual(troubleOf({ status: 400, json }), {
      kind: 'refused',
      reason: 'provider_credentials_refused',
      code: '2205',
      raw: json,
    })
  })
})
