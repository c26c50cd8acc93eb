// SQLite only: about HTTP, over a file of its own.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openedBefore } from '../../support/opened-before.ts'
import { call } from './client.ts'
import { route, startShell } from './shell.ts'

describe('what an endpoint is given', () => {
  const shell = openedBefore(() =>
    startShell([
      route('GET', '/things', async (request) => ({
        status: 200,
        data: request.query(['status', 'limit']),
      })),
      route('GET', '/things/:id', async (request) => ({
        status: 200,
        data: request.param('id'),
      })),
      route('GET', '/wrong/:id', async (request) => ({
        status: 200,
        data: request.param('name'),
      })),
    ]),
  )
  let key: string
  before(async () => {
    key = shell.addKey()
  })

  const get = (path: string, headers: Record<string, string> = {}) =>
    call(`${shell.url}/v1${path}`, { key, headers })

  test('is the query parameters that it names, decoded; others are refused before', async () => {
    const query = '?status=a%20b%2Bc+d'
    const more = await get(`/things${query}&other=1&other=2&__proto__=x`)
    assert.deepEqual(
      more.json.error?.details?.map(({ param, code }) => [param, code]),
      [
        ['other', 'unknown'],
        ['query', 'unknown'],
      ],
    )
    assert.deepEqual((await get(`/things${query}`)).json.data, { status: 'a b+c d' })
    assert.deepEqual((await get('/things?limit=')).json.data, { limit: '' })
    assert.deepEqual((await get('/things')).json.data, {})
  })

  test('is no part of the path with NUL, which PostgreSQL takes in no text', async () => {
    const reply = await get('/things/a%00')
    assert.deepEqual([reply.status, reply.json.error?.code], [404, 'not_found'])
  })

  test('is never a parameter that is repeated or not UTF-8: all of those are named', async () => {
    const reply = await get('/things?limit=1&limit=1&status=%e9')
    assert.deepEqual([reply.status, reply.json.error?.code], [400, 'invalid_request'])
    assert.deepEqual(
      reply.json.error?.details?.map(({ param, code }) => [param, code]),
      [
        ['status', 'invalid_encoding'],
        ['limit', 'repeated'],
      ],
    )
  })

  test('is its path parameters, decoded once', async () => {
    assert.equal((await get('/things/a%2Fb%2520c')).json.data, 'a/b%20c')
    assert.equal((await get('/things/..%2f..%2fetc')).json.data, '../../etc')
    assert.equal((await get('/wrong/a')).status, 500)
  })

  const accepts: readonly (readonly [accept: string, status: number])[] = [
    ['', 200],
    ['*/*', 200],
    ['application/*', 200],
    ['application/json; charset=utf-8', 200],
    ['application/json;charset=UTF-8', 200],
    ['text/html, application/xhtml+xml, */*;q=0.1', 200],
    ['text/html', 406],
    ['application/json;q=0', 406],
    ['application/xml, text/*', 406],
  ]
  for (const [accept, status] of accepts) {
    test(`is asked with ${status === 200 ? 'an' : 'no'} Accept of ${JSON.stringify(accept)}`, async () => {
      const reply = await get('/things', { accept })
      assert.equal(reply.status, status)
      if (status === 406) assert.equal(reply.json.error?.code, 'not_acceptable')
    })
  }
})
