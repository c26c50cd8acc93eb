// Not again on PostgreSQL: delivery.test.ts sends its statements there.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TimestampMode } from '../../../server/webhooks/sign.ts'
import { answerTo, verifySignature } from '../../../server/webhooks/verify-signature.ts'
import { type DeliveryScene, openDeliveryScene } from '../../support/scenes/delivery-scene.ts'

const minuteMs = 60_000
const delaysMs = [1, 5, 30, 120].map((minutes) => minutes * minuteMs)

/** Minutes from the first arrival to each. */
function minutesOfArrivals({ receiver }: DeliveryScene): readonly number[] {
  const first = receiver.arrivals[0]?.atMs ?? 0
  return receiver.arrivals.map(({ atMs }) => (atMs - first) / minuteMs)
}

describe('the schedule of a delivery that keeps failing', () => {
  test('attempts at 0, +1 m, +5 m, +30 m and +2 h, to the millisecond, and never a sixth', async (t) => {
    const scene = await openDeliveryScene(t)
    scene.receiver.answerWith(() => 500)
    const webhook = await scene.register()
    await scene.verify()
    await scene.settled()
    for (const delayMs of delaysMs) {
      const before = scene.receiver.arrivals.length
      await scene.pass(delayMs - 1)
      assert.equal(scene.receiver.arrivals.length, before)
      await scene.pass(1)
      assert.equal(scene.receiver.arrivals.length, before + 1)
    }
    assert.deepEqual(minutesOfArrivals(scene), [0, 1, 6, 36, 156])
    const [delivery] = await scene.deliveries(webhook.id)
    assert.equal(delivery?.status, 'failed')
    assert.equal(delivery?.attempts, 5)
    await scene.pass(30 * 24 * 60 * minuteMs)
    assert.equal(scene.receiver.arrivals.length, 5)
  })

  test('each delay runs from the end of the failed attempt, not from its beginning', async (t) => {
    const scene = await openDeliveryScene(t)
    scene.receiver.answerWith(() => {
      scene.app.clock.advance(4_000)
      return 500
    })
    await scene.register()
    await scene.verify()
    await scene.settled()
    await scene.pass(minuteMs - 1)
    assert.equal(scene.receiver.arrivals.length, 1)
    await scene.pass(1)
    const [first, second] = scene.receiver.arrivals
    assert.equal((second?.atMs ?? 0) - (first?.atMs ?? 0), 4_000 + minuteMs)
  })

  test('ends with the attempt that is answered with 2xx', async (t) => {
    const scene = await openDeliveryScene(t)
    scene.receiver.answerWith(() => (scene.receiver.arrivals.length < 3 ? 503 : 200))
    const webhook = await scene.register()
    await scene.verify()
    await scene.settled()
    for (const delayMs of delaysMs) await scene.pass(delayMs)
    const [delivery] = await scene.deliveries(webhook.id)
    assert.equal(delivery?.status, 'delivered')
    assert.deepEqual(minutesOfArrivals(scene), [0, 1, 6])
  })

  test('follows the operator: other delays, a sixth attempt', async (t) => {
    const scene = await openDeliveryScene(t, {
      settings: {
        SVC_WEBHOOK_RETRY_DELAYS: '1m,5m,30m,2h,8h',
        SVC_WEBHOOK_MAX_FAILED_ATTEMPTS: '6',
      },
    })
    scene.receiver.answerWith(() => 500)
    await scene.register()
    await scene.verify()
    await scene.settled()
    for (const delayMs of [...delaysMs, 480 * minuteMs, 480 * minuteMs]) await scene.pass(delayMs)
    assert.deepEqual(minutesOfArrivals(scene), [0, 1, 6, 36, 156, 636])
  })

  const answers = [
    { asked: '10', waitedMs: minuteMs },
    { asked: '90', waitedMs: 90_000 },
    { asked: '7200', waitedMs: 2 * minuteMs },
  ]
  for (const { asked, waitedMs } of answers) {
    test(`Retry-After ${asked} makes the first retry wait ${waitedMs / 1000} s`, async (t) => {
      const scene = await openDeliveryScene(t)
      scene.receiver.answerWith((_, response) => {
        response.writeHead(429, { 'Retry-After': asked }).end()
        return undefined
      })
      await scene.register()
      await scene.verify()
      await scene.settled()
      await scene.pass(waitedMs - 1)
      assert.equal(scene.receiver.arrivals.length, 1)
      await scene.pass(1)
      assert.equal(scene.receiver.arrivals.length, 2)
    })
  }
})

describe('a receiver that refuses what is older than 300 seconds', () => {
  const expected: Readonly<Record<TimestampMode, readonly number[]>> = {
    auto: [500, 500, 500, 500, 500],
    attempt: [500, 500, 500, 500, 500],
    event: [500, 500, 400, 400, 400],
  }
  for (const [mode, answers] of Object.entries(expected)) {
    test(`answers ${answers.join(', ')} in the mode ${mode}`, async (t) => {
      const scene = await openDeliveryScene(t)
      const given: number[] = []
      const webhook = await scene.register({ timestamp_mode: mode })
      // It takes every authentic and fresh one, but its own storage is broken, hence 500.
      scene.receiver.answerWith(({ headers, body }) => {
        const key = { secret: String(webhook.secret), nowMs: scene.app.clock.now() }
        const answer = answerTo(verifySignature({ headers, body }, key))
        given.push(answer === 200 ? 500 : answer)
        return given.at(-1)
      })
      await scene.verify()
      await scene.settled()
      for (const delayMs of delaysMs) await scene.pass(delayMs)
      assert.deepEqual(given, answers)
    })
  }
})
