// SQLite only: about HTTP, over a file of its own.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { generateKeyText } from '../../../server/keys/key.ts'
import type { TableRoute } from '../../../server/routes.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { call } from './client.ts'
import { route, startShell } from './shell.ts'

const routes: readonly TableRoute[] = [
  route('GET', '/me', async ({ apiKey, clientAddress }) => ({
    status: 200,
    data: { id: apiKey.id, address: clientAddress },
  })),
  {
    audience: 'provider',
    method: 'POST',
    path: '/callback',
    answer: async (request) => ({ status: 200, data: await request.json() }),
  },
]

describe('authentication', () => {
  const shell = openedBefore(() =>
    startShell(routes, {
      findApiKey: async () => {
        lookUps += 1
        return undefined
      },
    }),
  )
  let lookUps = 0

  const sound = generateKeyText('live')
  const refused: readonly (readonly [what: string, authorization: string | undefined])[] = [
    ['no header', undefined],
    ['an empty header', ''],
    ['another scheme', `Basic ${sound}`],
    ['no key', 'Bearer'],
    ['junk', 'Bearer junk'],
    [
      'a key with a wrong checksum',
      `Bearer ${sound.slice(0, -1)}${sound.endsWith('0') ? '1' : '0'}`,
    ],
    ['two keys', `Bearer ${sound} ${sound}`],
    ['an unknown key', `Bearer ${sound}`],
  ]
  for (const [what, authorization] of refused) {
    test(`answers ${what} with the one message of 401`, async () => {
      const headers = authorization === undefined ? {} : { authorization }
      const reply = await call(`${shell.url}/v1/me`, { headers })
      assert.equal(reply.status, 401)
      assert.equal(reply.json.error?.code, 'unauthenticated')
      assert.match(String(reply.json.error?.message), /^A valid API key is needed\./)
      assert.equal(reply.headers['www-authenticate'], 'Bearer')
    })
  }

  test('looks up only texts that can be keys', () => {
    assert.equal(lookUps, 1)
  })
})

describe('a known key', () => {
  const shell = openedBefore(() =>
    startShell(routes, { config: { trustedProxies: ['127.0.0.0/8'] } }),
  )

  test('is authenticated, whatever the case of the scheme', async () => {
    const headers = { authorization: `bearer  ${shell.addKey({ id: 'key_of_a_bank' })}` }
    const reply = await call(`${shell.url}/v1/me`, { headers })
    assert.deepEqual(reply.json.data, { id: 'key_of_a_bank', address: '127.0.0.1' })
  })

  test('without the scope is refused by the name of the scope', async () => {
    const key = shell.addKey({ scopes: ['kyc.verify'] })
    const reply = await call(`${shell.url}/v1/me`, { key })
    assert.equal(reply.status, 403)
    assert.equal(reply.json.error?.code, 'missing_scope')
    assert.match(String(reply.json.error?.message), /kyc\.read/)
  })

  test('works from its networks and from nowhere else', async () => {
    const key = shell.addKey({ allowedCidrs: ['10.1.0.0/16', '2001:db8::/32'] })
    const from = (address: string) =>
      call(`${shell.url}/v1/me`, { key, headers: { 'x-forwarded-for': address } })
    assert.equal((await from('10.1.2.3')).status, 200)
    assert.equal((await from('2001:db8::7')).status, 200)
    for (const elsewhere of ['10.2.0.1', '2001:db9::7', '127.0.0.1', 'unknown']) {
      const reply = await from(elsewhere)
      assert.equal(reply.status, 403, elsewhere)
      assert.equal(reply.json.error?.code, 'address_not_allowed')
    }
  })
})

describe('forwarded addresses', () => {
  test('from a peer that is no trusted proxy change neither address nor limit', async (t) => {
    const shell = await startShell(routes)
    t.after(() => shell.close())
    const key = shell.addKey()
    const headers = { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' }
    const reply = await call(`${shell.url}/v1/me`, { key, headers })
    assert.deepEqual(reply.json.data, { id: 'key_0', address: '127.0.0.1' })
    const anonymous = []
    for (const address of ['203.0.113.1', '203.0.113.2']) {
      const forged = { 'x-forwarded-for': address }
      anonymous.push(await call(`${shell.url}/v1/me`, { headers: forged }))
    }
    assert.deepEqual(
      anonymous.map((each) => each.headers['x-ratelimit-remaining']),
      ['59', '58'],
    )
  })

  test('from a trusted proxy tell HSTS apart from plain http', async (t) => {
    const shell = await startShell(routes, { config: { trustedProxies: ['127.0.0.1/32'] } })
    t.after(() => shell.close())
    const headers = { 'x-forwarded-proto': 'https' }
    const reply = await call(`${shell.url}/v1/me`, { headers })
    assert.match(String(reply.headers['strict-transport-security']), /^max-age=\d{8}/)
  })
})

describe('keys in the URL', () => {
  const shell = openedBefore(() => startShell(routes))

  const sound = generateKeyText('live')
  const urls = [
    `/v1/me?key=${sound}`,
    `/v1/me?x=%73vc_live_abc`,
    '/v1/me?x=svc_sandbox_',
    `/v1/${sound}`,
    '/v1/me?api_key=abc',
    '/v1/me?API_KEY=abc',
    '/v1/me?access_token=abc',
  ]
  for (const url of urls) {
    test(`are refused and never repeated: ${url.replace(sound, '<key>')}`, async () => {
      const reply = await call(`${shell.url}${url}`, { key: shell.addKey() })
      assert.equal(reply.status, 400)
      assert.match(String(reply.json.error?.message), /Authorization: Bearer/)
      assert.ok(!reply.text.includes(sound))
    })
  }

  test('leave a warning and no trace of the key', () => {
    assert.equal(shell.logged.filter((line) => line.event === 'key_in_url').length, urls.length)
    assert.ok(!JSON.stringify(shell.logged).includes(sound))
  })
})

test('callbacks of providers need no key', async (t) => {
  const shell = await startShell(routes)
  t.after(() => shell.close())
  const reply = await call(`${shell.url}/v1/callback`, { body: { job: 1 } })
  assert.deepEqual([reply.status, reply.json.data], [200, { job: 1 }])
})
