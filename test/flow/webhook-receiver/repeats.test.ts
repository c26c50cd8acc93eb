import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bodyOf, openWorld, post, shown } from './sender.ts'

describe('the memory of the webhook receiver', () => {
  test('says that an event which it has taken is a repeat', async (t) => {
    const world = await openWorld(t)
    await post(world)
    await post(world, { headers: { 'svc-attempt': '2' } })
    await post(world, { body: bodyOf({ id: 'evt_another' }) })
    const repeats = world.told.map(({ isRepeat }) => isRepeat)
    assert.deepEqual(repeats, [false, true, false])
  })

  test('does not call a repeat what it had refused before', async (t) => {
    const world = await openWorld(t)
    assert.equal(await post(world, { secret: 'whsec_other' }), 401)
    assert.equal(await post(world, { ageSeconds: 301 }), 400)
    assert.equal(await post(world), 204)
    const repeats = world.told.map(({ isRepeat }) => isRepeat)
    assert.deepEqual(repeats, [false, false, false])
  })

  test('takes nothing stale for its own, whatever its path answers', async (t) => {
    const world = await openWorld(t)
    assert.equal(await post(world, { path: '/status/200', ageSeconds: 301 }), 200)
    await post(world, { path: '/status/200' })
    assert.equal(world.told[1]?.isRepeat, false)
  })

  test('lets one of two at the same moment be the repeat', async (t) => {
    const world = await openWorld(t)
    await Promise.all([post(world), post(world)])
    assert.deepEqual(world.told.map(({ isRepeat }) => isRepeat).sort(), [false, true])
  })

  test('takes each path for a receiver of its own', async (t) => {
    const world = await openWorld(t)
    await post(world)
    await post(world, { path: '/status/200' })
    assert.deepEqual(
      world.told.map(({ isRepeat }) => isRepeat),
      [false, false],
    )
  })

  test('keeps the last 50 deliveries and shows them newest first', async (t) => {
    const world = await openWorld(t)
    for (let number = 1; number <= 51; number += 1) {
      await post(world, { body: bodyOf({ id: `evt_${number}` }) })
    }
    const ids = (await shown(world)).map((delivery) => delivery.event_id)
    assert.deepEqual([ids.length, ids[0], ids.at(-1)], [50, 'evt_51', 'evt_2'])
  })

  test('shows ids, states and what it thought, nothing else of the body', async (t) => {
    const world = await openWorld(t)
    await post(world)
    assert.deepEqual(await shown(world), [
      {
        received_at: '2026-11-21T09:00:00.000Z',
        event: 'verification.completed',
        subject_id: 'ver_0000000000000000000000000v',
        status: 'approved',
        signature: 'ok',
        attempt: 1,
        repeat: false,
        answer: 204,
        path: '/',
        event_id: 'evt_0000000000000000000000000e',
        webhook_id: 'wh_0000000000000000000000000w',
        delivery_id: 'dlv_0000000000000000000000000d',
      },
    ])
  })
})
