import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertDescribed } from '../../support/interface-check.ts'

const headers: Readonly<Record<string, string>> = {
  'Request-Id': 'req_1',
  'Svc-Version': '1.2.0',
  'X-RateLimit-Limit': '60',
  'X-RateLimit-Remaining': '59',
  'X-RateLimit-Reset': '1795253414',
}
const ofLimit = { ...headers, 'Retry-After': '5' }

const page = { data: { items: [], next_cursor: null } }
const refusal = (code: string) => ({
  error: { code, message: 'No.', request_id: 'req_1', doc: `data/guide/errors.md#error-${code}` },
})

function see(asked: string, status: number, body: unknown, sent = headers): void {
  const [method = '', url = ''] = asked.split(' ')
  const header = (name: string) => sent[name]
  assertDescribed({ method, url, status, header, text: JSON.stringify(body) })
}

describe('an answer in a test', () => {
  test('passes as the document describes it, under either prefix', () => {
    see('GET http://127.0.0.1:1/v1/keys?limit=2', 200, page)
    see('GET /api/v1/keys', 429, refusal('rate_limited'), ofLimit)
    see('GET /v1/nothing', 404, refusal('not_found'))
    see('GET /healthz', 200, { status: 'ok' })
  })

  const wrong: readonly (readonly [what: string, ...Parameters<typeof see>])[] = [
    ['a field that is not described', 'GET /v1/keys', 200, { data: { ...page.data, more: 1 } }],
    ['a field that is missing', 'GET /v1/keys', 200, { data: { items: [] } }],
    ['a second key beside data', 'GET /v1/keys', 200, { ...page, more: 1 }],
    ['a status that is not described', 'GET /v1/keys', 404, refusal('not_found')],
    ['a code of another status', 'GET /v1/keys', 429, refusal('not_found'), ofLimit],
    ['a code of another endpoint', 'POST /v1/keys', 400, refusal('invalid_webhook_url')],
    ['success at no endpoint', 'GET /v1/nothing', 200, page],
    ['success with no such method', 'DELETE /v1/keys', 200, page],
    ['a header that is missing', 'GET /v1/keys', 200, page, { ...headers, 'Request-Id': '' }],
    ['a header of the status that is missing', 'GET /v1/keys', 429, refusal('rate_limited')],
    ['a header of another status', 'GET /v1/keys', 200, page, ofLimit],
  ]
  for (const [what, ...seen] of wrong) {
    test(`fails the test for ${what}`, () => {
      assert.throws(() => see(...seen), assert.AssertionError)
    })
  }
})
