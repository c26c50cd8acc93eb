// Slow: takes a second of processor time. broken-http.test.ts sends odd heads in the fast lane.
// SQLite only: about HTTP, over a file of its own.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import { openedBefore } from '../../support/opened-before.ts'
import { bodyOf, call, dial, hear, hearAll, sayRaw } from './client.ts'
import { route, startShell } from './shell.ts'

describe('a head that HTTP forbids', () => {
  const shell = openedBefore(async () => {
    const config = { rateLimitUnauthenticatedPerMinute: 100_000 }
    return startShell(
      [
        route('GET', '/things', async (request) => ({
          status: 200,
          data: request.query(['name']),
        })),
        route('POST', '/things', async (request) => {
          const data = await request.json()
          return request.idempotently(async () => ({ status: 200, data }))
        }),
      ],
      { config, isRealTime: true },
    )
  })
  let key: string
  before(async () => {
    key = shell.addKey()
  })

  const lines = (...all: readonly string[]) => [...all, '', ''].join('\r\n')

  const broken: readonly (readonly [what: string, head: string, message: RegExp])[] = [
    ...[
      'http://[::1/healthz',
      'http://[::g]/healthz',
      'http://a:99999/healthz',
      'http://a b/healthz',
      'http://user@a/healthz',
      'http:///healthz',
      'http://',
      'http:/healthz',
      'https://[/healthz',
      'ftp://a/healthz',
      'javascript:alert(1)',
      '/healthz#more',
      '/v1/things?name=\u00e9',
      '*',
      '/v1/things?name=a b',
    ].map(
      (target) =>
        [
          `the target ${target}`,
          lines(`GET ${target} HTTP/1.1`, 'Host: a'),
          /must be a path .*percent-encode spaces and everything but plain ASCII/,
        ] as const,
    ),
    ['no Host, even where health is asked for', lines('GET /healthz HTTP/1.1'), /send one/],
    ['an empty Host', lines('GET /v1/things HTTP/1.1', 'Host:'), /send one/],
    ...['a/b?c', 'a:b', 'a:99999', 'user@a', '[::1', '[::g]', 'a b', 'a,b', 'http://a'].map(
      (host) =>
        [
          `a Host of ${host}`,
          lines('GET /healthz HTTP/1.1', `Host: ${host}`),
          /name or an address/,
        ] as const,
    ),
    ['two Hosts', lines('GET /healthz HTTP/1.1', 'Host: a', 'Host: b'), /more than one Host/],
    ['one Host twice', lines('GET /v1/things HTTP/1.1', 'Host: a', 'Host: a'), /more than one/],
    ['two Hosts in HTTP/1.0', lines('GET /healthz HTTP/1.0', 'Host: a', 'Host: b'), /more than/],
    [
      'a URL of another host than Host names',
      lines('GET http://b/v1/things HTTP/1.1', 'Host: a'),
      /another host/,
    ],
  ]
  for (const [what, head, message] of broken) {
    test(`is refused in the envelope: ${what}`, async () => {
      const answer = await sayRaw(shell.port, Buffer.from(head, 'latin1'))
      assert.match(answer, /^HTTP\/1\.1 400 Bad Request\r\n/)
      const { error } = bodyOf(answer)
      assert.equal(error?.code, 'invalid_request')
      assert.match(String(error?.message), message)
      assert.match(answer, /\r\nSvc-Version: 1\.2\.0\r\n/i)
      assert.match(answer, /\r\nX-RateLimit-Remaining: \d+\r\n/i)
      assert.match(answer, new RegExp(`\r\nRequest-Id: ${error?.request_id}\r\n`, 'i'))
    })
  }

  for (const coding of ['gzip, chunked', 'identity, chunked', 'deflate,chunked']) {
    test(`is answered with 501 where the transfer coding is ${coding}`, async () => {
      const head = lines(
        'POST /v1/things HTTP/1.1',
        'Host: a',
        `Authorization: Bearer ${key}`,
        'Content-Type: application/json',
        `Transfer-Encoding: ${coding}`,
      )
      const answer = await sayRaw(shell.port, `${head}2\r\n{}\r\n0\r\n\r\n`)
      assert.match(answer, /^HTTP\/1\.1 501 Not Implemented\r\n/)
      assert.equal(bodyOf(answer).error?.code, 'not_implemented')
      assert.doesNotMatch(answer, /Retry-After/i)
    })
  }

  test('does not stand in the way of the next request on the connection', async () => {
    const socket = await dial(shell.port)
    socket.write(lines('GET http://[::1/x HTTP/1.1', 'Host: a'))
    socket.write(lines('GET /healthz HTTP/1.1', 'Host: a'))
    assert.match(await hear(socket, '"ok"'), /^HTTP\/1\.1 400 .*HTTP\/1\.1 200 /s)
    socket.destroy()
  })

  test('is never an error of ours, whatever is in it', async () => {
    const text = fc.string({ unit: 'binary-ascii', maxLength: 40 })
    // Not `webUrl`, whose table of percent codes takes longer to make than all requests.
    const address = fc
      .tuple(fc.webAuthority(), text)
      .map(([host, rest]) => `https://${host}/${rest}`)
    const piece = fc.oneof(text, address, fc.constantFrom('http://', '[', ']', '//', '%', '?'))
    const written = (one: string) => Buffer.from(one.replace(/[\r\n]/g, ''), 'latin1')
    await fc.assert(
      fc.asyncProperty(piece, piece, text, async (first, second, host) => {
        const socket = await dial(shell.port)
        const everything = hearAll(socket)
        socket.write(written(`GET ${first}${second} HTTP/1.1`))
        socket.write('\r\nHost: ')
        socket.write(written(host))
        socket.write('\r\nConnection: close\r\n\r\n')
        assert.match(await everything, /^HTTP\/1\.1 (200|302|400|401|404|503) .*\r\nRequest-Id: /is)
      }),
      { numRuns: 300 },
    )
  })

  test('leaves no error in the log', () => {
    assert.deepEqual(
      shell.logged.filter(({ level }) => level === 'error'),
      [],
    )
  })
})

describe('heads that HTTP allows', () => {
  const shell = openedBefore(async () => {
    const things = route('GET', '/things', async (request) => ({
      status: 200,
      data: request.query(['name']),
    }))
    return startShell([things])
  })

  for (const [target, host] of [
    ['/v1/things?name=a', 'a'],
    ['/v1/things?name=a', 'a.b-c_d.example:8080'],
    ['/v1/things?name=a', '[::1]:8080'],
    ['/v1/things?name=a', '192.0.2.1'],
    ['http://a/v1/things?name=a', 'a'],
    ['HTTP://A:80/v1/things?name=a', 'a:80'],
    ['https://[::1]/v1/things?name=a', '[::1]'],
  ] as const) {
    test(`ask for ${target} of ${host}`, async () => {
      const head = [
        `GET ${target} HTTP/1.1`,
        `Host: ${host}`,
        `Authorization: Bearer ${shell.addKey()}`,
        '',
        '',
      ]
      const answer = await sayRaw(shell.port, head.join('\r\n'))
      assert.match(answer, /^HTTP\/1\.1 200 /)
      assert.deepEqual(bodyOf(answer).data, { name: 'a' })
    })
  }

  test('need no Host in HTTP/1.0', async () => {
    assert.match(await sayRaw(shell.port, 'GET /healthz HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200 /)
  })
})

describe('broken heads and bytes that are no request', () => {
  for (const [what, bytes] of [
    ['a bad target', 'GET http://[::1/healthz HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['no HTTP', 'hello\r\n\r\n'],
  ] as const) {
    test(`are counted against their address and refused with 429 in the end: ${what}`, async (t) => {
      const shell = await startShell([], { config: { rateLimitUnauthenticatedPerMinute: 2 } })
      t.after(() => shell.close())
      const statuses = []
      for (let count = 0; count < 3; count += 1) {
        statuses.push((await sayRaw(shell.port, bytes)).slice(9, 12))
      }
      assert.deepEqual(statuses, ['400', '400', '429'])
      const answer = await sayRaw(shell.port, bytes)
      assert.equal(bodyOf(answer).error?.code, 'rate_limited')
      assert.match(answer, /\r\nRetry-After: 60\r\n/i)
      assert.equal((await call(`${shell.url}/v1/nothing`)).status, 429)
    })
  }
})
