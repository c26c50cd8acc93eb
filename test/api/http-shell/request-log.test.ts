// SQLite only: about HTTP, over a file of its own.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { AppError } from '../../../server/kernel/app-error.ts'
import { call, dial } from './client.ts'
import { route, type Shell, startShell } from './shell.ts'

describe('the request log', () => {
  let shell: Shell
  const { promise: hanging, resolve: arrived } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  before(async () => {
    shell = await startShell([
      route('GET', '/things/:id', async () => ({ status: 200, data: {} })),
      route('GET', '/failing', async () => {
        shell.clock.advance(7)
        throw new RangeError('Aminata Diallo, born 1990-01-01')
      }),
      route('GET', '/unserved', async () => {
        throw new AppError('unavailable', 'No room.', { reason: 'disk_below_reserve' })
      }),
      route('GET', '/hanging', async () => {
        arrived()
        await released
        return { status: 200, data: {} }
      }),
    ])
  })
  after(() => shell.close())

  const lines = () => shell.logged.splice(0)

  test('has one line a request: the template, never the path or the query', async () => {
    const key = shell.addKey({ id: 'key_of_a_bank', environment: 'live' })
    const reply = await call(`${shell.url}/v1/things/aminata-diallo?name=Diallo`, { key })
    const [line, ...others] = lines()
    assert.deepEqual(others, [])
    const { time, level, ...rest } = line ?? {}
    assert.deepEqual(rest, {
      event: 'request',
      request_id: reply.headers['request-id'],
      method: 'GET',
      route: '/things/:id',
      status: 200,
      client_address: '127.0.0.1',
      duration_ms: 0,
      api_key_id: 'key_of_a_bank',
      environment: 'live',
    })
    assert.equal(level, 'info')
    assert.match(String(time), /Z$/)
  })

  test('says that there is no certificate to read again', async () => {
    await shell.reloadTls()
    assert.deepEqual(
      lines().map(({ event }) => event),
      ['tls_not_reloaded'],
    )
  })

  test('says why a request was not served', async () => {
    const key = shell.addKey()
    const { status } = await call(`${shell.url}/v1/unserved`, { key })
    assert.equal(status, 503)
    const unserved = lines().find(({ event }) => event === 'request_not_served')
    assert.deepEqual([unserved?.code, unserved?.reason], ['unavailable', 'disk_below_reserve'])
  })

  test('names the code of a refusal and nothing of an unknown path', async () => {
    await call(`${shell.url}/v1/aminata-diallo`)
    await call(`${shell.url}/aminata-diallo`)
    await call(`${shell.url}/v1/things/aminata-diallo`, { method: 'PATCH' })
    const logged = lines()
    assert.deepEqual(
      logged.map(({ route, status, code }) => [route, status, code]),
      [
        ['unknown', 404, 'not_found'],
        ['outside', 404, 'not_found'],
        ['/things/:id', 405, 'method_not_allowed'],
      ],
    )
    assert.ok(!JSON.stringify(logged).includes('aminata'))
  })

  test('logs a failure once with its stack, without its message', async () => {
    const reply = await call(`${shell.url}/v1/failing`, { key: shell.addKey() })
    const [failure, line, ...others] = lines()
    assert.deepEqual(others, [])
    assert.equal(failure?.event, 'request_failed')
    assert.equal(failure?.level, 'error')
    assert.equal(failure?.request_id, reply.headers['request-id'])
    assert.equal(failure?.error, 'RangeError')
    // Also as built.
    assert.match(String(failure?.stack), /request-log\.test\.[jt]s/)
    assert.ok(!JSON.stringify(failure).includes('Diallo'))
    assert.deepEqual([line?.status, line?.code, line?.duration_ms], [500, 'internal_error', 7])
  })

  test('takes a client that left for what it is', async () => {
    const socket = await dial(shell.port)
    const key = shell.addKey()
    socket.write(`GET /v1/hanging HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`)
    await hanging
    socket.resetAndDestroy()
    // A later connection is served only after the earlier one's end was seen.
    await call(`${shell.url}/healthz`)
    release()
    await call(`${shell.url}/v1/things/a`)
    const logged = lines()
    assert.deepEqual(
      logged.map(({ event, outcome, status }) => [event, outcome, status]),
      [
        ['request', 'client_gone', undefined],
        ['request', undefined, 401],
      ],
    )
  })
})
