// Not again on PostgreSQL: test/store and flow/on-postgres.test.ts send its statements there.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openedBefore } from '../../support/opened-before.ts'
import { onSqlite } from '../../support/postgres.ts'
import { digestOf, onlyRequest, openWebhookClient, receiverFor } from './webhook-client.ts'

const dayMs = 24 * 60 * 60 * 1000

describe('the secret of a webhook', () => {
  const client = openedBefore(openWebhookClient)

  test('appears in the answer that makes it, and nowhere else ever after', onSqlite, async (t) => {
    const receiver = await receiverFor(t)
    const { id, secret } = await client.register({ url: receiver.url })
    const rotated = await client.rotate(id)
    const { secret: next } = rotated.data
    const answers = [
      await client.ask(`/${id}`),
      await client.ask('?limit=100'),
      await client.patch(id, { description: 'another' }),
      await client.test(id),
      await client.ask('', { json: {} }),
      await client.remove(id),
      await client.ask(`/${id}`),
    ]
    assert.match(String(next), /^whsec_[0-9A-Za-z_-]{43}$/)
    assert.notEqual(next, secret)
    assert.ok(!rotated.text.includes(secret))
    const told = [
      ...answers.map(({ text, headers }) => text + JSON.stringify([...headers])),
      ...client.app.logLines,
      ...receiver.received.map(({ headers, body }) => JSON.stringify(headers) + String(body)),
    ].join('\n')
    const disk = client.diskBytes()
    assert.ok(disk.includes(id), 'what is kept is found this way')
    for (const shown of [secret, String(next)]) {
      const random = shown.slice('whsec_'.length)
      for (const part of [random, random.slice(4, -4)]) {
        assert.ok(!told.includes(part))
        assert.ok(!disk.includes(part))
      }
    }
  })

  test('signs until its successor does, a day after that was shown', async (t) => {
    const { app } = client
    const receiver = await receiverFor(t)
    const { id, secret } = await client.register({ url: receiver.url })
    const { status, data } = await client.rotate(id)
    assert.equal(status, 200)
    const next = String(data.secret)
    const activates_at = new Date(app.clock.now() + dayMs).toISOString()
    assert.deepEqual(data.secret_rotation, { activates_at })
    const { secret: _, ...shown } = data
    assert.deepEqual(await client.get(id), shown)

    app.clock.advance(dayMs - 1)
    await client.test(id)
    app.clock.advance(1)
    await client.test(id)
    const [before, after] = receiver.received
    assert.ok(before && after)
    assert.equal(before.headers['svc-signature'], digestOf(secret, before))
    assert.equal(
      before.headers['svc-signatures'],
      `v1=${digestOf(secret, before)},v1=${digestOf(next, before)}`,
    )
    assert.equal(after.headers['svc-signature'], digestOf(next, after))
    assert.equal(after.headers['svc-signatures'], undefined)
    assert.equal((await client.get(id)).secret_rotation, null)
  })

  test('gives way at once where it is asked to', async (t) => {
    const receiver = await receiverFor(t)
    const { id } = await client.register({ url: receiver.url })
    const { data } = await client.rotate(id, { activates_in_seconds: 0 })
    assert.equal(data.secret_rotation, null)
    await client.test(id)
    const request = onlyRequest(receiver)
    assert.equal(request.headers['svc-signature'], digestOf(String(data.secret), request))
    assert.equal(request.headers['svc-signatures'], undefined)
  })

  test('goes on signing when a rotation replaces the one that waits, which has to be asked for', async (t) => {
    const receiver = await receiverFor(t)
    const { id, secret } = await client.register({ url: receiver.url })
    await client.rotate(id)
    const refused = await client.rotate(id, { activates_in_seconds: 60 })
    assert.deepEqual([refused.status, refused.error.code], [409, 'conflict'])
    assert.match(refused.error.message, /^A rotation is pending: its secret signs from 2026-/)
    const { data } = await client.rotate(id, { activates_in_seconds: 60, replace_pending: true })
    await client.test(id)
    const request = onlyRequest(receiver)
    const digests = [secret, String(data.secret)].map((one) => digestOf(one, request))
    assert.equal(
      request.headers['svc-signatures'],
      digests.map((digest) => `v1=${digest}`).join(','),
    )
  })

  test('is the one of a rotation whose time has come when the next one begins', async (t) => {
    const receiver = await receiverFor(t)
    const { id } = await client.register({ url: receiver.url })
    const first = await client.rotate(id, { activates_in_seconds: 60 })
    client.app.clock.advance(60_000)
    await client.rotate(id)
    await client.test(id)
    const request = onlyRequest(receiver)
    assert.equal(request.headers['svc-signature'], digestOf(String(first.data.secret), request))
  })
})
