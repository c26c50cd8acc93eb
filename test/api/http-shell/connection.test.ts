// SQLite only: about HTTP, over a file of its own.

import assert from 'node:assert/strict'
import { networkInterfaces } from 'node:os'
import { after, before, describe, test } from 'node:test'
import { call, dial, hear } from './client.ts'
import { route, type Shell, type ShellOptions, startShell } from './shell.ts'

const things = route('GET', '/things', async () => ({ status: 200, data: [] }))
/** An address of this machine that others could dial, so that the server sees a client beyond loopback. */
const outerAddress = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

async function start(options: ShellOptions): Promise<Shell> {
  return startShell([things], options)
}

describe('a request behind a proxy', () => {
  let trusting: Shell
  let wary: Shell
  before(async () => {
    trusting = await start({ config: { trustedProxies: ['127.0.0.1/32'] } })
    wary = await start({})
  })
  after(() => Promise.all([trusting.close(), wary.close()]))

  const ask = (shell: Shell, headers: Record<string, string>, path = '/v1/things') =>
    call(`${shell.url}${path}`, { key: shell.addKey(), headers })
  const over = (scheme: string) => ({
    'x-forwarded-for': '198.51.100.7',
    'x-forwarded-proto': scheme,
  })

  test('whose client came over plain http is refused, and is not sent elsewhere', async () => {
    for (const path of ['/v1/things', '/api/v1/things', '/console', '/console/api/me', '/']) {
      const reply = await ask(trusting, over('http'), path)
      assert.deepEqual([reply.status, reply.json.error?.code], [400, 'invalid_request'], path)
      assert.match(String(reply.json.error?.message), /Use https/)
      assert.equal(reply.headers.location, undefined)
    }
  })

  test('whose client came over https is answered, with HSTS', async () => {
    const reply = await ask(trusting, over('https'))
    assert.equal(reply.status, 200)
    assert.match(String(reply.headers['strict-transport-security']), /max-age=63072000/)
  })

  test('is believed about its client only where the proxy is trusted', async () => {
    const forged = await ask(wary, over('https'))
    assert.deepEqual([forged.status, forged.headers['strict-transport-security']], [200, undefined])
    assert.equal((await ask(wary, over('http'))).status, 200)
  })

  test('is counted and logged by its own address where the proxy is not trusted', async (t) => {
    const strict = await start({ config: { rateLimitUnauthenticatedPerMinute: 3 } })
    t.after(() => strict.close())
    const statuses = []
    for (let count = 0; count < 4; count += 1) {
      const headers = {
        'x-forwarded-for': `198.51.100.${count}`,
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'evil.example',
        'x-real-ip': `198.51.100.${count}`,
        forwarded: `for=198.51.100.${count};proto=https`,
      }
      statuses.push((await call(`${strict.url}/v1/things`, { headers })).status)
    }
    assert.deepEqual(statuses, [401, 401, 401, 429])
    const addresses = strict.logged.map(({ client_address: address }) => address)
    assert.deepEqual(addresses, Array(4).fill('127.0.0.1'))
  })

  test('is redirected to no other host, whatever host it names', async () => {
    const headers = { ...over('https'), host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    const reply = await call(`${trusting.url}/`, { headers })
    assert.deepEqual([reply.status, reply.headers.location], [302, '/console'])
  })

  test('may ask for the health in any way', async () => {
    assert.equal((await ask(trusting, over('http'), '/healthz')).status, 200)
  })
})

describe('plain http beyond this machine', { skip: outerAddress === undefined }, () => {
  const listen = { host: '0.0.0.0' }
  const outerUrl = (shell: Shell, path: string) => `http://${outerAddress}:${shell.port}${path}`

  test('is refused with the key unread, by the API and the console alike', async (t) => {
    const looked: string[] = []
    const findApiKey = async (keyText: string) => {
      looked.push(keyText)
      return undefined
    }
    const shell = await start({ listen, findApiKey })
    t.after(() => shell.close())
    for (const path of ['/v1/things', '/console', '/console/api/me']) {
      const reply = await call(outerUrl(shell, path), { key: shell.addKey() })
      assert.deepEqual([reply.status, reply.json.error?.code], [400, 'invalid_request'], path)
      assert.equal(reply.headers.location, undefined)
    }
    assert.deepEqual(looked, [])
    assert.equal((await call(outerUrl(shell, '/healthz'))).status, 200)
    assert.equal((await call(`${shell.url}/v1/things`, { key: shell.addKey() })).status, 401)
  })

  test('is answered for a proxy that is named, and where the operator accepted the risk', async (t) => {
    for (const config of [{ trustedProxies: [`${outerAddress}/32`] }, { insecureHttp: true }]) {
      const shell = await start({ listen, config })
      t.after(() => shell.close())
      const reply = await call(outerUrl(shell, '/v1/things'), { key: shell.addKey() })
      assert.equal(reply.status, 200)
    }
  })
})

describe('where the public URL is set', () => {
  let shell: Shell
  before(async () => {
    shell = await start({ config: { publicUrlSet: 'https://svc.bank.example' } })
  })
  after(() => shell.close())

  const ask = async (host: string, path = '/v1/things') => {
    const socket = await dial(shell.port)
    const key = shell.addKey()
    const head = [`GET ${path} HTTP/1.1`, `Host: ${host}`, `Authorization: Bearer ${key}`, '', '']
    socket.write(head.join('\r\n'))
    const answer = await hear(socket, '\r\n\r\n')
    socket.destroy()
    return answer.slice(9, 12)
  }

  test('it is asked by its name, or from this machine by address', async () => {
    for (const host of ['svc.bank.example', 'SVC.bank.example:443', `127.0.0.1:${shell.port}`]) {
      assert.equal(await ask(host), '200', host)
    }
    assert.equal(await ask('localhost'), '200')
  })

  test('no other name is answered, but for its health', async () => {
    for (const path of ['/v1/things', '/console', '/console/api/me', '/v1/openapi.json']) {
      assert.equal(await ask('evil.example', path), '400', path)
    }
    assert.equal(await ask('evil.example', '/healthz'), '200')
  })
})
