import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bodyBytesMax } from '../../../server/demo/webhook-receiver/receive.ts'
import { captureLog } from '../../support/captured-log.ts'
import { bodyOf, openWorld, type Posting, post, secret, shown, verificationId } from './sender.ts'

describe('the webhook receiver', () => {
  test('answers a signed delivery with 204 and reports which it was', async (t) => {
    const world = await openWorld(t)
    assert.equal(await post(world, { headers: { 'svc-attempt': '3' } }), 204)
    const [delivery] = world.told
    assert.equal(delivery?.verdict, 'valid')
    assert.equal(delivery?.attempt, 3)
    assert.deepEqual(
      [delivery?.event?.type, delivery?.event?.status],
      ['verification.completed', 'approved'],
    )
    assert.equal(delivery?.event?.subjectId, verificationId)
  })

  test('reads the shape that carries a score, the review’s, and the test event', async (t) => {
    const world = await openWorld(t)
    const scoredEvent = { verificationId, status: 'approved', score: { score: 612 } }
    const closed = { verification_id: verificationId, status: 'declined', outcome: 'upheld' }
    const test = { webhook_id: 'wh_1', message: 'A test.' }
    await post(world, { body: bodyOf({ data: scoredEvent }) })
    await post(world, { body: bodyOf({ id: 'evt_2', event: 'review.closed', data: closed }) })
    await post(world, { body: bodyOf({ id: 'evt_3', event: 'webhook.test', data: test }) })
    const subjects = world.told.map(({ event }) => event?.subjectId)
    assert.deepEqual(subjects, [verificationId, verificationId, 'wh_1'])
  })

  const refused: readonly (Posting & { name: string; status: number; verdict: string })[] = [
    { name: 'another secret', status: 401, verdict: 'signature_mismatch', secret: 'whsec_other' },
    {
      name: 'another body',
      status: 401,
      verdict: 'signature_mismatch',
      signedBody: bodyOf({ id: 'evt_another' }),
    },
    {
      name: 'no signature',
      status: 401,
      verdict: 'missing_signature',
      headers: { 'svc-signature': undefined },
    },
    {
      name: 'no timestamp',
      status: 401,
      verdict: 'missing_timestamp',
      headers: { 'svc-timestamp': undefined },
    },
    { name: 'a stale timestamp', status: 400, verdict: 'stale_timestamp', ageSeconds: 301 },
    { name: 'a timestamp ahead', status: 400, verdict: 'future_timestamp', ageSeconds: -301 },
  ]
  for (const { name, status, verdict, ...posting } of refused) {
    test(`refuses ${name} with ${status}`, async (t) => {
      const world = await openWorld(t)
      assert.equal(await post(world, posting), status)
      assert.equal(world.told[0]?.verdict, verdict)
    })
  }

  test('says nothing of what an unsigned body claims', async (t) => {
    const world = await openWorld(t)
    await post(world, { secret: 'whsec_other' })
    const [delivery] = await shown(world)
    assert.deepEqual([delivery?.event, delivery?.event_id, delivery?.status], [null, null, null])
  })

  test('accepts any secret that it was given, and nothing without one', async (t) => {
    const two = await openWorld(t, { secretsFor: async () => ['whsec_next', secret] })
    assert.equal(await post(two), 204)
    const none = await openWorld(t, { secretsFor: () => [] })
    assert.equal(await post(none), 401)
    assert.equal(none.told[0]?.verdict, 'no_secret')
  })

  test('asks for the secrets with the path and the webhook that the sender names', async (t) => {
    const asked: unknown[] = []
    const secretsFor = (to: unknown) => {
      asked.push(to)
      return [secret]
    }
    await post(await openWorld(t, { secretsFor }), { path: '/flaky/0' })
    assert.deepEqual(asked, [{ path: '/flaky/0', webhookId: 'wh_0000000000000000000000000w' }])
  })

  test('judges the bytes as they came, whatever their spacing', async (t) => {
    const world = await openWorld(t)
    const body = ` ${bodyOf().replaceAll(':', ' : ')}\n`
    assert.equal(await post(world, { body }), 204)
  })

  test('takes a body of its bound and refuses one byte more with 413', async (t) => {
    const world = await openWorld(t)
    const body = bodyOf()
    assert.equal(await post(world, { body: body.padEnd(bodyBytesMax) }), 204)
    assert.equal(await post(world, { body: body.padEnd(bodyBytesMax + 1) }), 413)
    assert.equal(world.told[1]?.verdict, 'body_too_large')
  })

  test('answers 500 when the secrets cannot be had, and goes on', async (t) => {
    let isBroken = true
    const secretsFor = () => {
      if (isBroken) throw new Error('no database')
      return [secret]
    }
    const { log, of } = captureLog()
    const world = await openWorld(t, { secretsFor, log })
    assert.equal(await post(world), 500)
    assert.equal(of('webhook_receiver_fault').length, 1)
    isBroken = false
    assert.equal(await post(world), 204)
  })

  test('puts nothing on a terminal that steers it', async (t) => {
    const world = await openWorld(t)
    const clearScreen = '\u001b[2J'
    const headers = { 'svc-webhook-id': '%1b[2J', 'svc-attempt': '-1' }
    await post(world, { headers, body: bodyOf({ event: `verification${clearScreen}` }) })
    await post(world, { body: bodyOf({ data: { id: verificationId, status: clearScreen } }) })
    const seen = world.told.map(({ event, webhookId, attempt }) => [event, webhookId, attempt])
    assert.deepEqual(seen[0], [undefined, undefined, undefined])
    assert.ok(!JSON.stringify(await shown(world)).includes('[2J'))
  })
})
