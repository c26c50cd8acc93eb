// Slow: takes a second of processor time. whole-verification.test.ts reads the outbound log in the fast lane.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { BegunCall, OutboundCall, OutboundEnd } from '../../../server/egress/outbound.ts'
import type { ServiceCall } from '../../../server/egress/service-client.ts'
import { loopbackFetch } from '../../support/loopback-fetch.ts'
import { until } from '../../support/turns.ts'
import { closedPort, type Respond, startHttpStub } from '../smile-id-client/http-stub.ts'

async function setUp(t: TestContext, respond: Respond) {
  const stub = await startHttpStub(respond)
  const told: [OutboundCall, OutboundEnd | undefined][] = []
  const begun: (BegunCall | undefined)[] = []
  const fetch = loopbackFetch({
    onCall(call, before) {
      begun.push(before)
      const entry: [OutboundCall, OutboundEnd | undefined] = [call, undefined]
      told.push(entry)
      return (end) => {
        entry[1] = end
      }
    },
  })
  t.after(async () => {
    await fetch.close()
    await stub.close()
  })
  const send = (changed: Partial<ServiceCall>) =>
    fetch.send({
      purpose: 'identity.upload',
      method: 'PUT',
      url: new URL('/secret/path?token=1', stub.origin),
      headers: {},
      body: '',
      timeoutMs: 5_000,
      answerBytesMax: 1_000,
      signal: new AbortController().signal,
      ...changed,
    })
  return { stub, told, begun, send, fetch }
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
const chunks = [Buffer.alloc(70_000, 1), Buffer.alloc(30_000, 2)]

describe('the log entry of a call', () => {
  test('of a stream: the names it was given, its size, and the hash of what was sent', async (t) => {
    const { stub, told, send } = await setUp(t, (_, response) => response.end('ok'))
    const headers = { 'Content-Length': '100000' }
    await send({ headers, body: Readable.from(chunks), fieldNames: ['front.jpg'] })
    const [[call, end] = []] = told
    assert.deepEqual(call, {
      purpose: 'identity.upload',
      method: 'PUT',
      host: new URL(stub.origin).host,
      fieldNames: ['front.jpg'],
    })
    const bodySha256 = sha256(Buffer.concat(chunks))
    assert.deepEqual(end, { outcome: 'answered', status: 200, bodyBytes: 100_000, bodySha256 })
    assert.equal(sha256(stub.received[0]?.body ?? ''), bodySha256)
  })

  test('of a stream that was broken off: no hash, and the stream is let go', async (t) => {
    const { told, send } = await setUp(t, () => {})
    // Slowly after the first, because as many as fit would keep the processor busy until the call is over.
    async function* endless() {
      yield Buffer.alloc(1_024)
      for (;;) yield pause(20, Buffer.alloc(1_024))
    }
    const body = Readable.from(endless())
    // Long enough for the first piece on a busy machine.
    await send({ body, headers: {}, timeoutMs: 3_000 })
    const end = told[0]?.[1]
    assert.deepEqual(
      [end?.outcome, end?.status, end?.bodySha256],
      ['timeout', undefined, undefined],
    )
    assert.ok((end?.bodyBytes ?? 0) > 0)
    // With the next piece that comes.
    await until(() => body.destroyed)
  })

  test('of a JSON text: its names, those in lists and objects too, and never a value', async (t) => {
    const { told, send } = await setUp(t, (_, response) => response.writeHead(503).end())
    const secret = {
      who: { first_name: 'Awa', none: null },
      images: [{ a: 1 }, { b: 2 }],
      empty: {},
    }
    const body = JSON.stringify(secret)
    await send({ body, method: 'POST' })
    const [[call, end] = []] = told
    assert.deepEqual(call?.fieldNames, [
      'who.first_name',
      'who.none',
      'images[].a',
      'images[].b',
      'empty',
    ])
    assert.deepEqual([end?.outcome, end?.status, end?.bodySha256], ['answered', 503, sha256(body)])
    assert.ok(!JSON.stringify(told).includes('Awa'))
    assert.ok(!JSON.stringify(told).includes('token'))
  })

  const outcomes: Readonly<Record<string, Respond>> = {
    timeout: () => {},
    network: (_, response) => response.socket?.resetAndDestroy(),
    too_large: (_, response) => response.end('x'.repeat(2_000)),
  }
  for (const [outcome, respond] of Object.entries(outcomes)) {
    test(`is ${outcome} where that is how it ended`, async (t) => {
      const { told, send } = await setUp(t, respond)
      await send({ body: '{}', timeoutMs: outcome === 'timeout' ? 200 : 30_000 })
      assert.equal(told[0]?.[1]?.outcome, outcome)
    })
  }

  test('names the entry that the call has already, and no other', async (t) => {
    const { begun, send } = await setUp(t, (_, response) => response.end())
    await send({ begun: { id: 'out_1', startedAt: 7 } })
    await send({})
    assert.deepEqual(begun, [{ id: 'out_1', startedAt: 7 }, undefined])
  })

  test('has an end also where the call could never be made', async (t) => {
    const { told, send } = await setUp(t, () => {})
    await assert.rejects(send({ headers: { 'X-Broken': 'a\nb' } }))
    assert.equal(told[0]?.[1]?.outcome, 'aborted')
  })

  test('is there for calls that reached nobody, and for those that our own end breaks off', async (t) => {
    const { told, send, fetch } = await setUp(t, () => {})
    await send({ url: new URL(`http://127.0.0.1:${await closedPort()}/`) })
    assert.equal(told[0]?.[1]?.outcome, 'network')
    const pending = send({ body: '{}' })
    await fetch.close()
    assert.equal(told[1]?.[1]?.outcome, 'aborted')
    await pending
  })
})
