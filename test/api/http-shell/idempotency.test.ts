// SQLite only: about HTTP, over a file of its own.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { pruneIdempotency } from '../../../server/api/idempotency/idempotency.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { AppError, type ErrorCode } from '../../../server/kernel/app-error.ts'
import { type Call, call, form, type Reply } from './client.ts'
import { RecordingSinks } from './recording-sinks.ts'
import { route, type Shell, startShell } from './shell.ts'

const dayMs = 24 * 60 * 60 * 1000

describe('an Idempotency-Key', () => {
  let shell: Shell
  let key: string
  let effects = 0
  let nextRefusal: ErrorCode | 'bug' | undefined
  const sinks = new RecordingSinks()
  const refuse = () => {
    const refusal = nextRefusal
    nextRefusal = undefined
    if (refusal === 'bug') throw new Error('a bug')
    if (refusal) throw new AppError(refusal, `Refused as ${refusal}.`, { retryAfterSeconds: 9 })
  }

  before(async () => {
    shell = await startShell(
      [
        route('POST', '/orders', async (request) => {
          const body = await request.json()
          return request.idempotently(async () => {
            refuse()
            effects += 1
            const headers = { Location: `/v1/orders/${effects}` }
            return { status: 201, data: { number: effects, ...body }, headers }
          })
        }),
        route('POST', '/orders/:id/pay', (request) =>
          request.idempotently(async () => {
            effects += 1
            return { status: 204, data: undefined }
          }),
        ),
        route('POST', '/pictures', async (request) => {
          const { files } = await request.upload({ files: ['image'], openFile: sinks.open })
          return request.idempotently(async () => {
            effects += 1
            return { status: 200, data: { number: effects, files: files.size } }
          })
        }),
      ],
      { config: { rateLimitPerMinute: 10_000 } },
    )
    key = shell.addKey()
  })
  beforeEach(() => {
    effects = 0
    sinks.ends()
  })
  after(() => shell.close())

  const post = (name: string | undefined, body: Call['body'], path = '/v1/orders', as = key) =>
    call(`${shell.url}${path}`, {
      key: as,
      method: 'POST',
      ...(body && { body }),
      headers: {
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        ...(name !== undefined && { 'idempotency-key': name }),
      },
    })
  const outcome = (reply: Reply) => [reply.status, reply.json.error?.code]

  test('gives the first answer again, byte for byte, without doing the work again', async () => {
    const first = await post('order-1', { a: 1 })
    const again = await post('order-1', { a: 1 })
    assert.equal(first.text, '{"data":{"number":1,"a":1}}')
    assert.deepEqual([again.status, again.text], [first.status, first.text])
    assert.equal(again.headers.location, '/v1/orders/1')
    assert.equal(first.headers['idempotent-replayed'], undefined)
    assert.equal(again.headers['idempotent-replayed'], 'true')
    assert.notEqual(again.headers['request-id'], first.headers['request-id'])
    assert.equal(effects, 1)
  })

  test('is the same below both prefixes', async () => {
    const first = await post('order-2', { a: 1 })
    assert.equal((await post('order-2', { a: 1 }, '/api/v1/orders')).text, first.text)
  })

  test('is refused for another body and another path', async () => {
    await post('order-3', { a: 1, b: 2 })
    assert.deepEqual(outcome(await post('order-3', { a: 1, b: 3 })), [409, 'idempotency_conflict'])
    const other = await post('order-3', undefined, '/v1/orders/1/pay')
    assert.deepEqual(outcome(other), [409, 'idempotency_conflict'])
    assert.equal(other.json.error?.param, 'Idempotency-Key')
    assert.equal((await post('order-3', { a: 1, b: 2 })).status, 201)
    assert.equal(effects, 1)
  })

  test('takes a body that was built anew, in another order and spacing, for the same one', async () => {
    const first = await post('order-5', '{"a":{"b":[1,{"x":1,"y":2}],"c":"é"},"d":null}')
    const again = await post('order-5', '{ "a": {"c": "\\u00e9", "b": [1.0, {"y": 2, "x": 1}]} }\n')
    assert.deepEqual([again.status, again.text], [201, first.text])
    const reordered = await post('order-5', '{"a":{"b":[{"x":1,"y":2},1],"c":"é"}}')
    assert.deepEqual(outcome(reordered), [409, 'idempotency_conflict'])
    assert.equal(effects, 1)
  })

  test('tells paths with other parameters apart, and replays an answer without body', async () => {
    assert.equal((await post('pay', undefined, '/v1/orders/1/pay')).status, 204)
    const again = await post('pay', undefined, '/v1/orders/1/pay')
    assert.deepEqual([again.status, again.text], [204, ''])
    assert.equal(again.headers['idempotent-replayed'], 'true')
    assert.deepEqual(outcome(await post('pay', undefined, '/v1/orders/2/pay')), [
      409,
      'idempotency_conflict',
    ])
    assert.equal(effects, 1)
  })

  test('belongs to the API key that sent it', async () => {
    await post('order-4', { a: 1 })
    const other = await post('order-4', { a: 2 }, '/v1/orders', shell.addKey())
    assert.equal(other.status, 201)
    assert.equal(effects, 2)
  })

  test('is not needed', async () => {
    await post(undefined, { a: 1 })
    await post(undefined, { a: 1 })
    assert.equal(effects, 2)
  })

  for (const name of ['', 'two words', 'a\ttab', 'naïve', 'x'.repeat(256)]) {
    test(`is refused as ${JSON.stringify(name.slice(0, 20))}`, async () => {
      const reply = await post(name, { a: 1 })
      assert.deepEqual(outcome(reply), [400, 'invalid_request'])
      assert.match(String(reply.json.error?.message), /Idempotency-Key/)
      assert.equal(reply.json.error?.param, 'Idempotency-Key')
      assert.equal(effects, 0)
    })
  }

  test('may be of one character and of 255', async () => {
    assert.equal((await post('~', {})).status, 201)
    assert.equal((await post('x'.repeat(255), {})).status, 201)
  })

  for (const code of ['invalid_request', 'not_found', 'conflict'] as const) {
    test(`repeats a refusal as ${code}, request id of the first included`, async () => {
      nextRefusal = code
      const first = await post(`refused-${code}`, { a: 1 })
      const again = await post(`refused-${code}`, { a: 1 })
      assert.equal(first.json.error?.code, code)
      assert.deepEqual([again.status, again.text], [first.status, first.text])
      assert.equal(again.headers['idempotent-replayed'], 'true')
      assert.equal(again.headers['retry-after'], '9')
      assert.equal(effects, 0)
    })
  }

  for (const code of [
    'unauthenticated',
    'payload_too_large',
    'rate_limited',
    'unavailable',
    'internal_error',
    'bug',
  ] as const) {
    test(`is still free after a refusal as ${code}`, async () => {
      nextRefusal = code
      assert.ok((await post(`tried-${code}`, { a: 1 })).status >= 400)
      assert.equal((await post(`tried-${code}`, { a: 2 })).status, 201)
      assert.equal(effects, 1)
    })
  }

  test('is free again after 24 hours, and pruned then', async () => {
    await post('daily', { a: 1 })
    shell.clock.advance(dayMs - 1)
    assert.deepEqual(outcome(await post('daily', { a: 2 })), [409, 'idempotency_conflict'])
    shell.clock.advance(1)
    assert.equal((await post('daily', { a: 2 })).status, 201)
    assert.equal(effects, 2)
    shell.clock.advance(dayMs)
    assert.ok((await pruneIdempotency(shell)) > 0)
    const rows = await shell.db.reader.selectFrom('idempotency').selectAll().execute()
    assert.deepEqual(rows, [])
    assert.equal(await pruneIdempotency(shell), 0)
  })

  test('knows a form by its parts, in whatever order they came', async () => {
    const fields = { country: 'SN', name: 'Awa' }
    const reversed = { name: 'Awa', country: 'SN' }
    const first = await post('image', form(fields, { image: 'one' }), '/v1/pictures')
    const again = await post('image', form(reversed, { image: 'one' }), '/v1/pictures')
    assert.equal(again.text, first.text)
    for (const other of [
      form(fields, { image: 'two' }),
      form({ country: 'SN' }, { image: 'one' }),
    ]) {
      assert.deepEqual(outcome(await post('image', other, '/v1/pictures')), [
        409,
        'idempotency_conflict',
      ])
    }
    assert.equal(effects, 1)
    assert.deepEqual(
      sinks.ends(),
      ['finished', 'aborted', 'aborted', 'aborted'].map((end) => `image ${end}`),
    )
  })

  test('keeps nothing readable: neither the body, nor the answer, nor itself', async () => {
    await post('aminata-diallo', { name: 'Aminata Diallo' })
    const [row] = await inTransaction(shell.db, (trx) =>
      trx.selectFrom('idempotency').selectAll().execute(),
    )
    assert.ok(row)
    for (const value of [...Object.values(row).map(String), row.body.toString('latin1')]) {
      assert.ok(!/diallo|aminata|number/i.test(value))
    }
  })
})
