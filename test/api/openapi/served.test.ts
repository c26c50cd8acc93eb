// Not again on PostgreSQL: test/store and flow/on-postgres.test.ts send its statements there.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { call } from '../../support/api-client.ts'
import { documentAsNode } from '../../support/interface-check.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { startAppliance } from '../../support/running-appliance.ts'

describe('GET /v1/openapi.json', () => {
  const app = openedBefore(async () => {
    const settings = { SVC_RATE_LIMIT_UNAUTHENTICATED_PER_MINUTE: '6' }
    return startAppliance({ settings })
  })
  let url: string
  before(async () => {
    url = `${app.url}/openapi.json`
  })

  test('answers without a key, with the document and no envelope', async () => {
    const { status, headers, text } = await call(url)
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
    assert.equal(headers.get('cache-control'), 'public, max-age=300')
    assert.deepEqual(JSON.parse(text), documentAsNode())
  })

  test('is the same under both prefixes', async () => {
    const other = await call(url.replace('/v1/', '/api/v1/'), { method: 'HEAD' })
    const one = await call(url, { method: 'HEAD' })
    assert.deepEqual([other.status, other.text], [200, ''])
    assert.equal(other.headers.get('etag'), one.headers.get('etag'))
  })

  test('is sent again only if it has changed', async () => {
    const { headers } = await call(url)
    const asked = { headers: { 'If-None-Match': String(headers.get('etag')) } }
    const { status, text } = await call(url, asked)
    assert.deepEqual([status, text], [304, ''])
  })

  test('counts towards the limit of anonymous requests', async () => {
    const last = await call(url, { headers: { 'If-None-Match': '"another"' } })
    assert.deepEqual([last.status, last.headers.get('x-ratelimit-remaining')], [200, '0'])
    assert.equal((await call(url)).error.code, 'rate_limited')
  })
})
