import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { asRefusal, errorResponse } from '../../../server/http/error-response.ts'
import {
  AppError,
  consoleErrorCodes,
  type ErrorCode,
  errorCodes,
} from '../../../server/kernel/app-error.ts'

const statuses: Readonly<Record<ErrorCode, number>> = {
  invalid_request: 400,
  invalid_image: 400,
  unsupported_country: 400,
  unsupported_document: 400,
  invalid_webhook_url: 400,
  unauthenticated: 401,
  missing_scope: 403,
  wrong_environment: 403,
  address_not_allowed: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  verification_pending: 409,
  verification_not_scorable: 409,
  idempotency_conflict: 409,
  idempotency_in_progress: 409,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal_error: 500,
  not_implemented: 501,
  unavailable: 503,
  scoring_unavailable: 503,
}

describe('an error on the wire', () => {
  for (const code of errorCodes) {
    test(`has status ${statuses[code]} for ${code}`, () => {
      const { status, body } = errorResponse(new AppError(code, 'Do this.'), 'req_1')
      assert.equal(status, statuses[code])
      const told = { code, message: 'Do this.', request_id: 'req_1' }
      const doc = `data/guide/errors.md#error-${code}`
      assert.equal(body, JSON.stringify({ error: { ...told, doc } }))
    })
  }

  test('has status 403 for whatever the console alone refuses', () => {
    for (const code of consoleErrorCodes) {
      assert.equal(errorResponse(new AppError(code, 'Do this.'), 'r').status, 403)
    }
  })

  test('carries param, details, and the headers that go with its code', () => {
    const fault = { param: 'country', code: 'missing', message: 'country is required.' }
    const options = { param: 'country', details: [fault], retryAfterSeconds: 7, allow: ['GET'] }
    const { headers, body } = errorResponse(new AppError('invalid_request', 'No.', options), 'r')
    assert.deepEqual(headers, { 'Retry-After': '7', Allow: 'GET' })
    assert.deepEqual(JSON.parse(body).error, {
      code: 'invalid_request',
      message: 'No.',
      request_id: 'r',
      param: 'country',
      details: [fault],
      doc: 'data/guide/errors.md#error-invalid_request',
    })
  })

  test('says when to come back wherever it was our fault', () => {
    for (const code of ['internal_error', 'unavailable', 'scoring_unavailable'] as const) {
      const { headers } = errorResponse(new AppError(code, 'Later.'), 'r')
      assert.deepEqual(headers, { 'Retry-After': '5' })
    }
    for (const code of ['not_found', 'not_implemented'] as const) {
      assert.deepEqual(errorResponse(new AppError(code, 'No.'), 'r').headers, {})
    }
  })

  test('says nothing of an error that is no refusal, and keeps it for the log', () => {
    const bug = new TypeError('Aminata Diallo is not a function')
    const refusal = asRefusal(bug, undefined)
    assert.equal(refusal.cause, bug)
    const { status, body } = errorResponse(refusal, 'r')
    assert.equal(status, 500)
    assert.ok(!body.includes('Diallo'))
    assert.equal(asRefusal('a text that was thrown', undefined).code, 'internal_error')
  })
})
