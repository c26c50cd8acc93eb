// SQLite only: about HTTP, over a file of its own.

import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import type { TableRoute } from '../../../server/routes.ts'
import { call } from './client.ts'
import { route, type Shell, startShell } from './shell.ts'

const routes: readonly TableRoute[] = [
  route('GET', '/things', async () => ({ status: 200, data: [] })),
  {
    audience: 'provider',
    method: 'POST',
    path: '/callback',
    answer: async () => ({ status: 200, data: {} }),
  },
]

describe('the rate limit', () => {
  let shell: Shell
  let key: string
  beforeEach(async () => {
    await shell?.close()
    const config = {
      rateLimitPerMinute: 3,
      rateLimitUnauthenticatedPerMinute: 2,
      trustedProxies: ['127.0.0.1/32'],
    }
    shell = await startShell(routes, { config })
    key = shell.addKey()
  })
  after(() => shell.close())

  const ask = (path = '/v1/things', from = '192.0.2.1') =>
    call(`${shell.url}${path}`, { key, headers: { 'x-forwarded-for': from } })
  const askAsStranger = (from: string) =>
    call(`${shell.url}/v1/things`, { headers: { 'x-forwarded-for': from } })
  const windowOf = (reply: Awaited<ReturnType<typeof call>>) => [
    reply.status,
    Number(reply.headers['x-ratelimit-limit']),
    Number(reply.headers['x-ratelimit-remaining']),
    Number(reply.headers['x-ratelimit-reset']) - shell.clock.now() / 1000,
  ]

  test('falls by one a request, refuses the one too many, and begins anew at the reset', async () => {
    assert.deepEqual(windowOf(await ask()), [200, 3, 2, 60])
    shell.clock.advance(10_000)
    assert.deepEqual(windowOf(await ask('/v1/nothing')), [404, 3, 1, 50])
    assert.deepEqual(windowOf(await ask()), [200, 3, 0, 50])
    const refused = await ask()
    assert.deepEqual(windowOf(refused), [429, 3, 0, 50])
    assert.equal(refused.json.error?.code, 'rate_limited')
    assert.equal(refused.headers['retry-after'], '50')
    shell.clock.advance(50_000)
    assert.deepEqual(windowOf(await ask()), [200, 3, 2, 60])
  })

  test('counts one key wherever it calls from, and another apart', async () => {
    await ask('/v1/things', '192.0.2.1')
    assert.deepEqual(windowOf(await ask('/v1/things', '192.0.2.2')), [200, 3, 1, 60])
    key = shell.addKey()
    assert.deepEqual(windowOf(await ask()), [200, 3, 2, 60])
  })

  test('counts anonymous requests by their address, and accepts a valid key from the same address', async () => {
    assert.deepEqual(windowOf(await askAsStranger('192.0.2.1')), [401, 2, 1, 60])
    assert.deepEqual(windowOf(await askAsStranger('192.0.2.1')), [401, 2, 0, 60])
    assert.deepEqual(windowOf(await askAsStranger('192.0.2.1')), [429, 2, 0, 60])
    assert.deepEqual(windowOf(await askAsStranger('192.0.2.2')), [401, 2, 1, 60])
    assert.equal((await ask('/v1/things', '192.0.2.1')).status, 200)
  })

  test('tells whoever sends no valid key so, besides the wait', async () => {
    for (let asked = 0; asked < 3; asked += 1) await ask()
    const known = (await ask()).json.error?.message
    assert.equal(known, 'More than 3 requests in a minute. Try again in 60 seconds.')
    key = `${key}x`
    for (let asked = 0; asked < 2; asked += 1) assert.equal((await ask()).status, 401)
    const unknown = (await ask()).json.error?.message
    assert.match(
      String(unknown),
      /^More than 2 requests in a minute without an API key that is valid/,
    )
    assert.match(String(unknown), /Send such a key, or try again in 60 seconds\.$/)
  })

  test('counts IPv6 by its /64', async () => {
    await askAsStranger('2001:db8:1:2::1')
    assert.deepEqual(windowOf(await askAsStranger('2001:db8:1:2:ffff::9')), [401, 2, 0, 60])
    assert.deepEqual(windowOf(await askAsStranger('2001:db8:1:3::1')), [401, 2, 1, 60])
  })

  test('does not let a key in the wrong hands use up what its owner may ask', async () => {
    key = shell.addKey({ allowedCidrs: ['192.0.2.1/32'] })
    for (let count = 0; count < 5; count += 1) await ask('/v1/things', '198.51.100.1')
    assert.deepEqual(windowOf(await ask('/v1/things', '192.0.2.1')), [200, 3, 2, 60])
  })

  test('counts callbacks of providers apart, with the limit of a key', async () => {
    await askAsStranger('192.0.2.1')
    const headers = { 'x-forwarded-for': '192.0.2.1' }
    const callback = () => call(`${shell.url}/v1/callback`, { method: 'POST', headers })
    assert.deepEqual(windowOf(await callback()), [200, 3, 2, 60])
    for (let count = 0; count < 2; count += 1) await callback()
    assert.equal((await callback()).status, 429)
  })

  test('counts and sends its headers even if looking up the key fails', async (t) => {
    const failing = await startShell(routes, {
      findApiKey: async () => {
        throw new Error('disk gone')
      },
    })
    t.after(() => failing.close())
    const reply = await call(`${failing.url}/v1/things`, { key })
    assert.deepEqual(
      [reply.status, reply.headers['x-ratelimit-limit'], reply.headers['x-ratelimit-remaining']],
      [500, '60', '59'],
    )
  })
})
