// SQLite only: about HTTP, over a file of its own.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openedBefore } from '../../support/opened-before.ts'
import { bodyOf, call, dial, hear, sayRaw } from './client.ts'
import { route, startShell } from './shell.ts'

const isJson = { 'content-type': 'application/json' }

describe('a JSON body', () => {
  const shell = openedBefore(() =>
    startShell(
      [
        route('POST', '/echo', async (request) => {
          const data = await request.json()
          return request.idempotently(async () => ({ status: 200, data }))
        }),
        route(
          'POST',
          '/optional',
          async (request) => {
            const data = await request.json()
            return request.idempotently(async () => ({ status: 200, data }))
          },
          { body: { mayBeEmpty: true } },
        ),
        route(
          'POST',
          '/large',
          async (request) => {
            await request.json()
            return request.idempotently(async () => ({ status: 200, data: 'read' }))
          },
          { body: { bytesMax: 1024 * 1024 } },
        ),
        route('POST', '/no-body', async (request) =>
          request.idempotently(async () => ({ status: 200, data: 'done' })),
        ),
      ],
      { isRealTime: true, config: { bodyTimeoutMs: 150 } },
    ),
  )
  let key: string
  before(async () => {
    key = shell.addKey()
  })

  const post = (
    body: string | Buffer,
    headers: Record<string, string> = isJson,
    path = '/v1/echo',
  ) => call(`${shell.url}${path}`, { key, body, headers })

  const accepted: readonly (readonly [what: string, body: string | Buffer, contentType: string])[] =
    [
      ['plain JSON', '{"a":"é"}', 'application/json'],
      ['a charset', '{"a":"é"}', 'Application/JSON; Charset="UTF-8"'],
      ['a byte order mark', '\ufeff{"a":"é"}', 'application/json'],
      ['blanks around', ' \r\n{ "a" : "\\u00e9" }\t', 'application/json'],
      [
        'names of JavaScript, which are dropped',
        '{"a":"é","__proto__":{"b":1},"constructor":1}',
        'application/json',
      ],
    ]
  for (const [what, body, contentType] of accepted) {
    test(`is taken with ${what}`, async () => {
      const reply = await post(body, { 'content-type': contentType })
      assert.deepEqual([reply.status, reply.text], [200, '{"data":{"a":"é"}}'])
    })
  }

  const refused: readonly (readonly [what: string, body: string | Buffer, message: RegExp])[] = [
    ['empty', '', /empty/],
    ['blank', '  ', /empty/],
    ['no JSON', 'name=Diallo', /not valid JSON: see line 1, column 1/],
    ['broken on a later line', '{\n "a": 1,\n "b": tru }', /line 3, column 7/],
    ['cut off', '{"a": "Dia', /not valid JSON/],
    ['two values', '{} {}', /line 1, column 4/],
    ['a list', '[]', /must be a JSON object/],
    ['null', 'null', /must be a JSON object/],
    ['deep', `{"a":${'['.repeat(32)}${']'.repeat(32)}}`, /32 levels/],
    ['ambiguous', '{"a":1,"\\u0061":2}', /twice/],
    ['not UTF-8', Buffer.from([0x7b, 0x22, 0xe9, 0x22, 0x3a, 0x31, 0x7d]), /UTF-8/],
    ['UTF-16', Buffer.from('\ufeff{"a":1}', 'utf16le'), /UTF-8/],
    ['half a surrogate pair', '{"a":"\\ud800"}', /surrogate/],
  ]
  for (const [what, body, message] of refused) {
    test(`is refused when it is ${what}, without being quoted`, async () => {
      const reply = await post(body)
      assert.deepEqual([reply.status, reply.json.error?.code], [400, 'invalid_request'])
      assert.match(String(reply.json.error?.message), message)
      assert.ok(!reply.text.includes('Dia'))
    })
  }

  test('names the field of a flaw where there is one', async () => {
    const reply = await post('{"first_name":["\\udfff"]}')
    assert.equal(reply.json.error?.param, 'first_name')
    assert.equal(reply.json.error?.details?.[0]?.code, 'lone_surrogate')
  })

  const otherTypes: readonly Record<string, string>[] = [
    {},
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'multipart/form-data; boundary=a' },
    { 'content-type': 'application/jsonx' },
    { 'content-type': 'application/json; charset=iso-8859-1' },
    { 'content-type': 'application/json; charset=' },
    ...['gzip', 'deflate', 'br', 'x-unheard-of'].map((coding) => ({
      ...isJson,
      'content-encoding': coding,
    })),
  ]
  for (const headers of otherTypes) {
    test(`is refused as ${JSON.stringify(headers)}`, async () => {
      const reply = await post('{"a":1}', headers)
      assert.deepEqual([reply.status, reply.json.error?.code], [415, 'unsupported_media_type'])
    })
  }

  test('may be missing where every field is optional, but not be blank or broken', async () => {
    const empty = await call(`${shell.url}/v1/optional`, { key, method: 'POST' })
    assert.deepEqual([empty.status, empty.json.data], [200, {}])
    assert.equal((await post('{', isJson, '/v1/optional')).status, 400)
  })

  test('may be missing, and be anything, where none is read', async () => {
    assert.equal((await call(`${shell.url}/v1/no-body`, { key, method: 'POST' })).status, 200)
    assert.equal((await post('hello', { 'content-type': 'text/plain' }, '/v1/no-body')).status, 200)
  })

  const head = (...more: string[]) =>
    [
      `POST /v1/echo HTTP/1.1`,
      'Host: a',
      `Authorization: Bearer ${key}`,
      'Content-Type: application/json',
      ...more,
      '',
      '',
    ].join('\r\n')

  test('is refused at once where Content-Length is too large, before a byte of it is sent', async () => {
    const answer = await sayRaw(shell.port, head('Content-Length: 131072'))
    assert.match(answer, /^HTTP\/1\.1 413 /)
    assert.match(answer, /\r\nConnection: close\r\n/)
    assert.match(String(bodyOf(answer).error?.message), /larger than 32 KB/)
  })

  test('is refused while it streams where nothing was said of its size', async () => {
    const chunk = `10000\r\n${'a'.repeat(0x10000)}\r\n`
    const answer = await sayRaw(shell.port, head('Transfer-Encoding: chunked'), chunk.repeat(5))
    assert.match(answer, /^HTTP\/1\.1 413 /)
    assert.equal(bodyOf(answer).error?.code, 'payload_too_large')
  })

  test('takes exactly the limit', async () => {
    const body = JSON.stringify({ a: 'x'.repeat(32 * 1024 - 8) })
    assert.equal(Buffer.byteLength(body), 32 * 1024)
    assert.equal((await post(body)).status, 200)
    assert.equal((await post(`${body} `)).status, 413)
  })

  test('may be large for what it says, but not hold so much that parsing it would take long', async () => {
    const large = async (value: unknown) => {
      const { status, json } = await post(JSON.stringify({ value }), isJson, '/v1/large')
      return { status, message: json.error?.message }
    }
    assert.equal((await large('x'.repeat(900_000))).status, 200)
    assert.equal((await large(Array(9_000).fill('images'))).status, 200)
    const flood = await large(Array(300_000).fill(0))
    assert.equal(flood.status, 400)
    assert.match(String(flood.message), /at most 10000 values/)
    // As PHP writes base64.
    assert.equal((await large(`${'x'.repeat(63)}\n`.repeat(10_000))).status, 200)
    const escapes = await large('\n'.repeat(400_000))
    assert.equal(escapes.status, 400)
    assert.match(String(escapes.message), /100000 escapes/)
  })

  test('is asked for with 100 Continue, only once the key is known to be good', async () => {
    const socket = await dial(shell.port)
    socket.write(head('Content-Length: 7', 'Expect: 100-continue'))
    assert.match(await hear(socket, '100 Continue'), /^HTTP\/1\.1 100 Continue\r\n\r\n$/)
    socket.write('{"a":1}')
    assert.match(await hear(socket, '"data"'), /^HTTP\/1\.1 200 OK/)
    socket.destroy()
    const refused = head('Content-Length: 7', 'Expect: 100-continue').replace(key, 'junk')
    assert.match(await sayRaw(shell.port, refused), /^HTTP\/1\.1 401 /)
  })

  test('that stops arriving is refused in time', async () => {
    const answer = await sayRaw(shell.port, head('Content-Length: 7'), '{"a"')
    assert.match(answer, /^HTTP\/1\.1 400 /)
    assert.match(String(bodyOf(answer).error?.message), /did not arrive within 0\.15 seconds/)
    assert.match(answer, /X-RateLimit-Remaining: \d+/)
  })

  test('that breaks off leaves no error behind', async () => {
    shell.logged.length = 0
    const socket = await dial(shell.port)
    socket.write(`${head('Content-Length: 7')}{"a"`)
    socket.resetAndDestroy()
    await call(`${shell.url}/healthz`)
    await call(`${shell.url}/v1/nothing`)
    const logged = shell.logged.map(({ event, outcome, status }) => [event, outcome ?? status])
    assert.deepEqual(logged.sort(), [
      ['request', 404],
      ['request', 'client_gone'],
    ])
  })
})
