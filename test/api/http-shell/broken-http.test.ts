// SQLite only: about HTTP, over a file of its own.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openedBefore } from '../../support/opened-before.ts'
import { bodyOf, dial, hear, hearAll, hearAnswer, sayRaw } from './client.ts'
import { route, type Shell, startShell } from './shell.ts'

describe('bytes that are no request', () => {
  let shell: Shell
  /** A busy machine may need longer to say something: only for those who say nothing. */
  let impatient: Shell
  let key: string
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  before(async () => {
    const echo = route('POST', '/echo', async (request) => {
      const data = await request.json()
      return request.idempotently(async () => ({ status: 200, data }))
    })
    const held = route('GET', '/held', async () => {
      await released
      return { status: 200, data: 'held' }
    })
    shell = await startShell([echo, held], { isRealTime: true })
    impatient = await startShell([], { listen: { headerTimeoutMs: 2_000 }, isRealTime: true })
    key = shell.addKey()
  })
  after(() => Promise.all([shell.close(), impatient.close()]))

  const head = (line: string, ...more: string[]) =>
    [line, 'Host: a', `Authorization: Bearer ${key}`, ...more, '', ''].join('\r\n')
  const post = (...more: string[]) =>
    head('POST /v1/echo HTTP/1.1', 'Content-Type: application/json', ...more)

  const broken: readonly (readonly [
    what: string,
    bytes: () => string | Buffer,
    message: RegExp,
  ])[] = [
    ['no HTTP', () => 'hello\r\n\r\n', /well-formed/],
    ['a TLS hello', () => Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1]), /well-formed/],
    ['an unknown method', () => head('FETCH /v1/echo HTTP/1.1'), /well-formed/],
    ['a header with a line break', () => head('GET / HTTP/1.1', 'A: b\n c'), /well-formed/],
    ['a folded header', () => head('GET / HTTP/1.1', 'A: b\r\n c'), /well-formed/],
    ['a header with a control character', () => head('GET / HTTP/1.1', 'A: b\x01c'), /well-formed/],
    ['two lengths', () => post('Content-Length: 5', 'Content-Length: 6'), /well-formed/],
    [
      'a length and chunks',
      () => post('Content-Length: 5', 'Transfer-Encoding: chunked'),
      /well-formed/,
    ],
    [
      'chunks that are not the last coding',
      () => post('Transfer-Encoding: chunked, gzip'),
      /well-formed/,
    ],
    ['a negative length', () => post('Content-Length: -1'), /well-formed/],
    ['a coding that nobody knows', () => post('Transfer-Encoding: gzip'), /well-formed/],
    ['a header with NUL', () => head('GET / HTTP/1.1', 'A: b\0c'), /well-formed/],
    ['a length that is no number', () => post('Content-Length: 5e1'), /well-formed/],
    ['a broken chunk', () => `${post('Transfer-Encoding: chunked')}xyz\r\n`, /well-formed/],
    [
      'a head of more than 16 KB',
      () => head('GET /v1/held HTTP/1.1', `A: ${'a'.repeat(17_000)}`),
      /URL and the headers are larger than 16 KB/,
    ],
    ['no Host', () => 'GET /v1/held HTTP/1.1\r\n\r\n', /Host/],
  ]
  const assertRefused = async ({ port }: Shell, bytes: string | Buffer, message: RegExp) => {
    const answer = await sayRaw(port, bytes)
    assert.match(answer, /^HTTP\/1\.1 400 Bad Request\r\n/)
    const { error } = bodyOf(answer)
    assert.equal(error?.code, 'invalid_request')
    assert.match(String(error?.message), message)
    assert.match(answer, new RegExp(`\r\nRequest-Id: ${error?.request_id}\r\n`, 'i'))
    assert.match(answer, /\r\nSvc-Version: 1\.2\.0\r\n/i)
    assert.match(answer, /\r\nX-RateLimit-Remaining: \d+\r\n/i)
    assert.match(answer, /\r\nX-Content-Type-Options: nosniff\r\n/i)
  }
  for (const [what, bytes, message] of broken) {
    test(`are refused in the envelope when they are ${what}`, () =>
      assertRefused(shell, bytes(), message))
  }

  test('are refused in the envelope when they are a head that never ends', () =>
    assertRefused(impatient, 'GET /v1/held HTTP/1.1\r\nHost: a\r\nA: b', /in time/))

  test('close the connection, whatever more is sent', async () => {
    const socket = await dial(shell.port)
    const everything = hearAll(socket)
    socket.write('hello\r\n\r\n')
    await hear(socket, 'request_id')
    socket.write('GET /v1/echo HTTP/1.1\r\nHost: a\r\n\r\n')
    socket.end()
    assert.equal((await everything).match(/HTTP\/1\.1 \d/g)?.length, 1)
  })

  test('do not push in front of the answer to an earlier request', async () => {
    const socket = await dial(shell.port)
    const everything = hearAll(socket)
    socket.write(`${head('GET /v1/held HTTP/1.1')}garbage\r\n\r\n`)
    // The server has read all of it once a later connection was served.
    await sayRaw(
      shell.port,
      head('OPTIONS /v1/held HTTP/1.0').replace('OPTIONS', 'GET').replace('held', 'nothing'),
    )
    release()
    await hear(socket, 'well-formed')
    socket.end()
    assert.match(await everything, /^HTTP\/1\.1 200 .*"held".*HTTP\/1\.1 400 /s)
  })

  test('a connection that never says anything is closed without a word', async () => {
    assert.equal(await hearAll(await dial(impatient.port)), '')
  })

  test('asking for a tunnel is refused', async () => {
    const answer = await sayRaw(shell.port, 'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n')
    assert.match(answer, /^HTTP\/1\.1 405 /)
    assert.equal(bodyOf(answer).error?.code, 'method_not_allowed')
    const { client_address, reason } = shell.logged.at(-1) ?? {}
    assert.deepEqual([client_address, reason], ['127.0.0.1', 'tunnel'])
  })
})

describe('unusual but good HTTP', () => {
  const shell = openedBefore(async () => {
    const echo = route('POST', '/echo', async (request) => {
      const data = await request.json()
      return request.idempotently(async () => ({ status: 200, data }))
    })
    return startShell([echo])
  })
  let key: string
  before(async () => {
    key = shell.addKey()
  })

  const post = (body: string, ...more: string[]) =>
    [
      'POST /v1/echo HTTP/1.1',
      'Host: a',
      `Authorization: Bearer ${key}`,
      'Content-Type: application/json',
      ...more,
      '',
      body,
    ].join('\r\n')

  test('pipelined requests are answered in order', async () => {
    const socket = await dial(shell.port)
    socket.write([1, 2, 3].map((n) => post(`{"n":${n}}`, 'Content-Length: 7')).join(''))
    const heard = await hear(socket, '"n":3')
    socket.destroy()
    assert.deepEqual(heard.match(/"n":\d/g), ['"n":1', '"n":2', '"n":3'])
  })

  test('a refusal keeps the connection when the body that was not read is small', async () => {
    const socket = await dial(shell.port)
    socket.write(post('{"n":1}', 'Content-Length: 7').replace(key, 'junk'))
    assert.match(await hear(socket, '"error"'), /^HTTP\/1\.1 401 .*\r\nConnection: keep-alive\r\n/s)
    socket.write(post('{"n":2}', 'Content-Length: 7'))
    assert.match(await hear(socket, '"n":2'), /^HTTP\/1\.1 200 /)
    socket.destroy()
  })

  test('a refusal of a large body is heard while it is still being sent, and ends the connection', async () => {
    const socket = await dial(shell.port)
    const everything = hearAll(socket)
    socket.write(post('', 'Content-Length: 20000000').replace(key, 'junk'))
    assert.match(await hearAnswer(socket), /^HTTP\/1\.1 401 .*\r\nConnection: close\r\n/s)
    socket.write(Buffer.alloc(20_000_000))
    assert.equal((await everything).match(/HTTP\/1\.1 \d/g)?.length, 1)
  })

  test('a chunked body with trailers, and an expectation nobody knows, are taken', async () => {
    const chunks = '3\r\n{"n\r\n4\r\n":1}\r\n0\r\nX-Trailer: a\r\n\r\n'
    const answer = await sayRaw(
      shell.port,
      post(chunks, 'Transfer-Encoding: chunked', 'Expect: wonders'),
    )
    assert.deepEqual(bodyOf(answer).data, { n: 1 })
  })

  test('HTTP/1.0 without Host and an absolute target are taken', async () => {
    const old = post('{"n":1}', 'Content-Length: 7').replace('HTTP/1.1\r\nHost: a', 'HTTP/1.0')
    assert.match(await sayRaw(shell.port, old), /^HTTP\/1\.1 200 /)
    const absolute = post('{"n":1}', 'Content-Length: 7').replace('/v1/echo', 'http://a/v1/echo')
    assert.match(await sayRaw(shell.port, absolute), /^HTTP\/1\.1 200 /)
  })

  test('an upgrade that is not offered is answered as if nobody had asked', async () => {
    const upgrade = post('{"n":1}', 'Content-Length: 7', 'Connection: Upgrade', 'Upgrade: h2c')
    assert.match(await sayRaw(shell.port, upgrade), /^HTTP\/1\.1 200 /)
  })
})
