import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, type TestContext, test } from 'node:test'
import { getCACertificates, rootCertificates, setDefaultCACertificates } from 'node:tls'
import type {
  ServiceAnswer,
  ServiceCall,
  ServiceClient,
} from '../../../server/egress/service-client.ts'
import { loopbackFetch } from '../../support/loopback-fetch.ts'
import {
  type CertifiedKey,
  certifyServer,
  certifyWrongHost,
  makeAuthority,
} from '../../support/tls.ts'
import { closedPort, type HttpStub, type Respond, startHttpStub } from './http-stub.ts'

interface Scene {
  readonly stub: HttpStub
  readonly fetch: ServiceClient
  send(changed?: Partial<ServiceCall>): Promise<ServiceAnswer>
}

async function setUp(
  t: TestContext,
  respond: Respond,
  options: { readonly tls?: CertifiedKey; readonly fetch?: ServiceClient } = {},
): Promise<Scene> {
  const { tls, fetch = loopbackFetch() } = options
  const stub = await startHttpStub(respond, tls)
  t.after(async () => {
    await fetch.close()
    await stub.close()
  })
  const call: ServiceCall = {
    purpose: 'identity.status',
    method: 'POST',
    url: new URL('/v1/x', stub.origin),
    headers: { 'Content-Type': 'application/json' },
    body: '{"a":1}',
    timeoutMs: 5_000,
    answerBytesMax: 1_000,
    signal: new AbortController().signal,
  }
  return { stub, fetch, send: (changed = {}) => fetch.send({ ...call, ...changed }) }
}

const failed = (reason: string) => ({ kind: 'failed', reason })

describe('a call to a provider', () => {
  test('is answered after interim responses, and fails where they do not end', async (t) => {
    let interim = 2
    const { send } = await setUp(t, (_, response) => {
      for (let count = 0; count < interim; count += 1) response.writeProcessing()
      response.end('good')
    })
    assert.equal((await send()).kind, 'answer')
    interim = 20
    assert.deepEqual(await send(), failed('network'))
  })

  test('brings back any status with its body', async (t) => {
    const { send, stub } = await setUp(t, (_, response) => {
      response.writeHead(418, { 'Content-Type': 'text/plain' }).end('short and stout')
    })
    const { date, ...answer } = { date: undefined, ...(await send()) }
    assert.ok(!Number.isNaN(Date.parse(date ?? '')))
    assert.deepEqual(answer, {
      kind: 'answer',
      status: 418,
      body: Buffer.from('short and stout'),
      contentType: 'text/plain',
      contentEncoding: undefined,
      location: undefined,
    })
    assert.equal(stub.received[0]?.body.toString(), '{"a":1}')
    assert.equal(stub.received[0]?.path, '/v1/x')
  })

  test('sends a stream with no headers but those it was given', async (t) => {
    const { send, stub } = await setUp(t, (_, response) => response.end())
    const answer = await send({
      method: 'PUT',
      headers: { 'Content-Type': 'application/zip', 'Content-Length': '6' },
      body: Readable.from([Buffer.from('abc'), Buffer.from('def')]),
    })
    assert.equal(answer.kind === 'answer' && answer.contentType, undefined)
    const names = stub.received[0]?.headerNames.map((name) => name.toLowerCase()).sort()
    assert.deepEqual(names, ['connection', 'content-length', 'content-type', 'host'])
    assert.equal(stub.received[0]?.body.toString(), 'abcdef')
  })

  test('does not follow a redirect', async (t) => {
    const { send, stub } = await setUp(t, (_, response) => {
      response.writeHead(307, { Location: '/v1/elsewhere' }).end()
    })
    const answer = await send()
    assert.equal(answer.kind === 'answer' && answer.status, 307)
    assert.equal(stub.received.length, 1)
  })

  test('keeps its connection for later ones', async (t) => {
    const { send, stub } = await setUp(t, (_, response) => response.end('ok'))
    for (let call = 0; call < 6; call += 1) await send()
    // A call that follows on the heels of another may find its connection not yet free.
    assert.ok(stub.connections() <= 2, `${stub.connections()} connections`)
  })

  test('fails as a bug when a header could never be sent', async (t) => {
    const { send, stub } = await setUp(t, (_, response) => response.end())
    await assert.rejects(send({ headers: { 'X-Bad': 'a\r\nb' } }))
    assert.equal(stub.received.length, 0)
  })
})

describe('the deadline of a call', () => {
  const dribble = (write: () => boolean) => {
    const timer = setInterval(() => {
      if (!write()) clearInterval(timer)
    }, 5)
  }

  const slow: readonly (readonly [string, Respond])[] = [
    ['never answers', () => {}],
    [
      'sends a byte of its body now and then',
      (_, response) => {
        response.writeHead(200, { 'Content-Type': 'text/plain' })
        dribble(() => response.write('x'))
      },
    ],
    [
      'sends a byte of its headers now and then',
      (_, response) => {
        response.socket?.write('HTTP/1.1 200 OK\r\nX-Slow: ')
        dribble(() => response.socket?.write('x') ?? false)
      },
    ],
  ]
  for (const [what, respond] of slow) {
    test(`ends one to a server that ${what}`, async (t) => {
      const { send } = await setUp(t, respond)
      assert.deepEqual(await send({ timeoutMs: 60 }), failed('timeout'))
    })
  }

  test('is distinguished from an abort, before or while it runs', async (t) => {
    const caller = new AbortController()
    const { send, stub } = await setUp(t, () => caller.abort())
    assert.deepEqual(await send({ signal: caller.signal }), failed('aborted'))
    assert.deepEqual(await send({ signal: caller.signal }), failed('aborted'))
    assert.equal(stub.received.length, 1)
  })

  test('is distinguished from our own closing', async (t) => {
    const { send, fetch } = await setUp(t, () => fetch.close())
    assert.deepEqual(await send(), failed('aborted'))
  })

  test('sends nothing once the client is closed, not even with its first call', async (t) => {
    const { send, fetch, stub } = await setUp(t, (_, response) => response.end('{}'))
    await fetch.close()
    assert.deepEqual(await send(), failed('aborted'))
    assert.equal(stub.received.length, 0)
  })
})

describe('a broken connection', () => {
  test('is a failure without words when nobody listens', async (t) => {
    const { send } = await setUp(t, () => {})
    const url = new URL(`http://127.0.0.1:${await closedPort()}/secret?token=1`)
    assert.deepEqual(await send({ url }), failed('network'))
  })

  test('is one when the server resets it, at once or in the middle of its answer', async (t) => {
    const { send, stub } = await setUp(t, (_, response) => {
      if (stub.received.length > 1) response.write('half an ans')
      setImmediate(() => response.socket?.resetAndDestroy())
    })
    assert.deepEqual(await send(), failed('network'))
    assert.deepEqual(await send(), failed('network'))
  })

  test('is one when fewer bytes come than Content-Length says', async (t) => {
    const { send } = await setUp(t, (_, response) => {
      response.writeHead(200, { 'Content-Length': '100' })
      response.write('too few')
      setImmediate(() => response.destroy())
    })
    assert.deepEqual(await send(), failed('network'))
  })
})

describe('an answer that is too large', () => {
  test('is not taken, and one of just the limit is', async (t) => {
    const { send } = await setUp(t, (_, response) => response.end('x'.repeat(1_000)))
    assert.equal((await send()).kind, 'answer')
    assert.deepEqual(await send({ answerBytesMax: 999 }), failed('too_large'))
  })

  test('is broken off while it is read, even if it would never end', async (t) => {
    const { promise: brokenOff, resolve } = Promise.withResolvers<void>()
    const { send } = await setUp(t, (_, response) => {
      response.once('close', resolve)
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384)));
      }
      response.on('drain', more)
      more()
    })
    assert.deepEqual(await send({ answerBytesMax: 100_000 }), failed('too_large'))
    await brokenOff
  })
})

describe('TLS', () => {
  const ok: Respond = (_, response) => response.end('ok')

  test('is believed where the authority is the extra one', async (t) => {
    const authority = await makeAuthority()
    const fetch = loopbackFetch({ extraCa: authority.cert })
    const { send } = await setUp(t, ok, { tls: await certifyServer(authority), fetch })
    assert.equal((await send()).kind, 'answer')
  })

  test('is believed where the authority is one of the machine’s, besides an extra one', async (t) => {
    const authority = await makeAuthority()
    const before = getCACertificates('default')
    setDefaultCACertificates([authority.cert])
    const fetch = loopbackFetch({ extraCa: rootCertificates[0] ?? '' })
    setDefaultCACertificates(before)
    const { send } = await setUp(t, ok, { tls: await certifyServer(authority), fetch })
    assert.equal((await send()).kind, 'answer')
  })

  test('is not believed where the authority is unknown', async (t) => {
    const tls = await certifyServer(await makeAuthority())
    const { send } = await setUp(t, ok, { tls })
    assert.deepEqual(await send(), failed('network'))
  })

  test('of another host is refused, and nothing is sent', async (t) => {
    const authority = await makeAuthority()
    const tls = await certifyWrongHost(authority)
    const { send, stub } = await setUp(t, ok, {
      tls,
      fetch: loopbackFetch({ extraCa: authority.cert }),
    })
    assert.deepEqual(await send(), failed('network'))
    assert.equal(stub.received.length, 0)
  })

  test('is checked whatever the environment says', async (t) => {
    const { send, stub } = await setUp(t, ok, { tls: await certifyServer(await makeAuthority()) })
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
    t.after(() => {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    })
    assert.deepEqual(await send(), failed('network'))
    assert.equal(stub.received.length, 0)
  })

  test('of less than version 1.2 is not spoken', async (t) => {
    const authority = await makeAuthority()
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' } as const
    const tls = { ...(await certifyServer(authority)), ...old }
    const { send, stub } = await setUp(t, ok, {
      tls,
      fetch: loopbackFetch({ extraCa: authority.cert }),
    })
    assert.deepEqual(await send(), failed('network'))
    assert.equal(stub.received.length, 0)
  })

  test('is not begun with a file of authorities that holds something else', () => {
    const extraCa = 'no certificate'
    assert.throws(() => loopbackFetch({ extraCa, caSetting: 'SVC_SMILE_CA_FILE' }), {
      message: /^SVC_SMILE_CA_FILE must contain only certificates in PEM form/,
    })
  })
})
