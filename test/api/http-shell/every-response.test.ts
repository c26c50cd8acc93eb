// SQLite only: about HTTP, over a file of its own.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { AppError } from '../../../server/kernel/app-error.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { type Call, call, type Reply } from './client.ts'
import { route, startShell } from './shell.ts'

const routes = [
  route('GET', '/things/:id', async (request) => ({
    status: 200,
    data: { id: request.param('id') },
  })),
  route('POST', '/things', async (request) => {
    const { name } = await request.json()
    return request.idempotently(async () => ({ status: 201, data: { name } }))
  }),
  route('DELETE', '/things/:id', async () => ({ status: 204, data: undefined })),
  route('GET', '/failing', async () => {
    throw new Error('Aminata Diallo could not be read')
  }),
  route('GET', '/unwritable', async () => ({
    status: 200,
    data: {},
    headers: { 'X-Broken': 'two\nlines' },
  })),
  route('GET', '/unavailable', async () => {
    throw new AppError('unavailable', 'Try again later.', { retryAfterSeconds: 30 })
  }),
]

describe('every response of the API', () => {
  const shell = openedBefore(() => startShell(routes))
  let key: string
  let keyWithoutScope: string
  before(async () => {
    key = shell.addKey()
    keyWithoutScope = shell.addKey({ scopes: [] })
  })

  const cases: readonly (readonly [status: number, path: string, given: (key: string) => Call])[] =
    [
      [200, '/things/a', (key) => ({ key })],
      [200, '/things/a', (key) => ({ key, method: 'HEAD' })],
      [201, '/things', (key) => ({ key, body: { name: 'a' } })],
      [204, '/things/a', (key) => ({ key, method: 'DELETE' })],
      [204, '/things', (key) => ({ key, method: 'OPTIONS' })],
      [204, '/things/a', () => ({ method: 'OPTIONS' })],
      [
        400,
        '/things',
        (key) => ({ key, body: 'nothing', headers: { 'content-type': 'application/json' } }),
      ],
      [400, '/things/%ff', (key) => ({ key })],
      [401, '/things/a', () => ({})],
      [403, '/things/a', () => ({ key: keyWithoutScope })],
      [404, '/nothing', (key) => ({ key })],
      [404, '/nothing', () => ({})],
      [405, '/things', (key) => ({ key, method: 'PATCH' })],
      [405, '/things', (key) => ({ key, method: 'TRACE' })],
      [406, '/things/a', (key) => ({ key, headers: { accept: 'text/html' } })],
      [413, '/things', (key) => ({ key, body: { name: 'a'.repeat(33_000) } })],
      [
        415,
        '/things',
        (key) => ({ key, body: 'name=a', headers: { 'content-type': 'text/plain' } }),
      ],
      [500, '/failing', (key) => ({ key })],
      [503, '/unavailable', (key) => ({ key })],
    ]

  for (const prefix of ['/v1', '/api/v1']) {
    for (const [status, path, given] of cases) {
      const { body, method = body === undefined ? 'GET' : 'POST' } = given('')
      test(`${status}: ${method} ${prefix}${path} carries id, version, limits and safety headers`, async () => {
        const reply = await call(`${shell.url}${prefix}${path}`, given(key))
        assert.equal(reply.status, status)
        assertCommonHeaders(reply)
        if (status >= 400) assertEnvelope(reply)
      })
    }
  }

  test('answers alike below both prefixes', async () => {
    const [first, second] = await Promise.all(
      ['/v1', '/api/v1'].map((prefix) => call(`${shell.url}${prefix}/things/a`, { key })),
    )
    assert.equal(first?.text, '{"data":{"id":"a"}}')
    assert.equal(second?.text, first?.text)
  })

  test('HEAD has the headers of GET and no body', async () => {
    const get = await call(`${shell.url}/v1/things/a`, { key })
    const head = await call(`${shell.url}/v1/things/a`, { key, method: 'HEAD' })
    assert.equal(head.text, '')
    for (const name of ['content-type', 'content-length', 'svc-version']) {
      assert.equal(head.headers[name], get.headers[name], name)
    }
  })

  test('an id that the client chose is not taken over', async () => {
    const headers = { 'request-id': 'req_mine' }
    const reply = await call(`${shell.url}/v1/nothing`, { headers })
    assert.match(String(reply.headers['request-id']), /^req_[0-9a-z]{26}$/)
  })

  test('405 and OPTIONS name the methods that there are', async () => {
    const patch = await call(`${shell.url}/v1/things/a`, { key, method: 'PATCH' })
    assert.equal(patch.json.error?.code, 'method_not_allowed')
    assert.equal(patch.headers.allow, 'GET, HEAD, DELETE, OPTIONS')
    const options = await call(`${shell.url}/v1/things`, { method: 'OPTIONS' })
    assert.equal(options.headers.allow, 'POST, OPTIONS')
    assert.equal(options.headers['access-control-allow-origin'], undefined)
  })

  test('a failure of ours says nothing of its cause, and when to come back', async () => {
    const failing = await call(`${shell.url}/v1/failing`, { key })
    assert.equal(failing.json.error?.code, 'internal_error')
    assert.ok(!failing.text.includes('Diallo'))
    assert.ok(Number(failing.headers['retry-after']) >= 1)
    const unavailable = await call(`${shell.url}/v1/unavailable`, { key })
    assert.equal(unavailable.headers['retry-after'], '30')
  })

  test('one that cannot be written becomes a 500, and those sent with it arrive', async () => {
    const paths = Array.from({ length: 200 }, (_, index) =>
      index % 50 === 0 ? '/v1/unwritable' : `/v1/things/${index}`,
    )
    const replies = await Promise.all(paths.map((path) => call(`${shell.url}${path}`, { key })))
    for (const [index, { status, text }] of replies.entries()) {
      assert.equal(status, index % 50 === 0 ? 500 : 200, `${index}: ${text}`)
      if (status === 200) assert.equal(text, `{"data":{"id":"${index}"}}`)
    }
    assert.ok(shell.logged.some((line) => line.event === 'response_failed'))
  })

  test('case and a trailing slash count', async () => {
    for (const path of ['/v1/Things/a', '/V1/things/a', '/v1/things/a/', '/v1//things/a', '/v1']) {
      assert.equal((await call(`${shell.url}${path}`, { key })).status, 404, path)
    }
  })

  test('no HSTS over plain http', async () => {
    const reply = await call(`${shell.url}/v1/things/a`, { key })
    assert.equal(reply.headers['strict-transport-security'], undefined)
  })
})

describe('/healthz', () => {
  const shell = openedBefore(() => startShell(routes))

  test('says ok to GET and HEAD, without a version and without a limit', async () => {
    const get = await call(`${shell.url}/healthz`)
    assert.equal(get.status, 200)
    assert.equal(get.text, '{"status":"ok"}')
    assert.equal(get.headers['svc-version'], undefined)
    assert.equal(get.headers['x-ratelimit-limit'], undefined)
    const head = await call(`${shell.url}/healthz`, { method: 'HEAD' })
    assert.deepEqual([head.status, head.text], [200, ''])
    for (let count = 0; count < 70; count += 1) {
      assert.equal((await call(`${shell.url}/healthz`)).status, 200)
    }
    assert.ok(!shell.logged.some((line) => line.event === 'request'))
  })

  test('refuses other methods', async () => {
    const reply = await call(`${shell.url}/healthz`, { body: {} })
    assert.equal(reply.status, 405)
    assert.equal(reply.headers.allow, 'GET, HEAD')
  })
})

function assertCommonHeaders({ headers }: Reply): void {
  assert.match(String(headers['request-id']), /^req_[0-9a-z]{26}$/)
  assert.equal(headers['svc-version'], '1.2.0')
  assert.ok(Number(headers['x-ratelimit-limit']) > 0)
  assert.ok(Number(headers['x-ratelimit-remaining']) >= 0)
  assert.match(String(headers['x-ratelimit-reset']), /^\d{10}$/)
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['referrer-policy'], 'no-referrer')
  assert.equal(headers['cross-origin-opener-policy'], 'same-origin')
  assert.equal(headers['cross-origin-resource-policy'], 'same-origin')
  assert.equal(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'")
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(headers['x-powered-by'], undefined)
  assert.equal(headers.server, undefined)
}

function assertEnvelope({ headers, json, text }: Reply): void {
  assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  assert.deepEqual(Object.keys(JSON.parse(text)), ['error'])
  assert.equal(json.error?.request_id, headers['request-id'])
  assert.match(String(json.error?.code), /^[a-z_]+$/)
  assert.ok((json.error?.message.length ?? 0) > 10)
}
