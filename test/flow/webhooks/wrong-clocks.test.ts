// Nodes whose clocks are wrong: which of them sends to a webhook endpoint is judged by the clock of the database.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Clock } from '../../../server/kernel/clock.ts'
import { ok, openDispatchScene, openNodeRoster } from '../../support/scenes/dispatch-scene.ts'
import {
  assertSentOnce,
  leasesOf,
  openSending,
  pass,
  registerSome,
  rosterIdThatIsPreferred,
} from '../../support/scenes/several-dispatchers.ts'

/** The clock of a node that is wrong; its steady clock is right, as on a real machine. */
function aMinuteAhead(right: Clock): Clock {
  return { ...bound(right), now: () => right.now() + 60_000 }
}

function openJumpingClock() {
  const jumping = {
    byMs: 0,
    over: (right: Clock): Clock => ({ ...bound(right), now: () => right.now() + jumping.byMs }),
  }
  return jumping
}

function bound(clock: Clock): Omit<Clock, 'now'> {
  return {
    steadyMs: () => clock.steadyMs(),
    after: (delayMs, work) => clock.after(delayMs, work),
  }
}

test('deliveries stay with their node while one whose clock is a minute ahead wants them', async (t) => {
  const { roster, scene, webhookId: id } = await openSending(t)
  const joined = rosterIdThatIsPreferred(id)
  scene.startAnother(roster.join(joined), aMinuteAhead(scene.clock)).start()
  await pass(scene, 5)
  assert.equal(leasesOf(scene)[id], 'a')
  assertSentOnce(scene, 1)
  scene.underWay()[0]?.end(ok)
  await pass(scene, 3)
  // Handed over: from now on the other one sends, and its lease ends by the time of the database.
  scene.onSend((sent) => sent.end(ok))
  await scene.publishEvent(1)
  await pass(scene, 3)
  assert.equal(leasesOf(scene)[id], joined)
  assertSentOnce(scene, 2)
  const untils = scene.db.raw.prepare('select until from webhook_leases').pluck().all()
  assert.ok(Number(untils[0]) <= scene.clock.now() + 30_000)
})

test('deliveries stay with a node whose own clock is a minute ahead', async (t) => {
  const { roster, scene, webhookId: id } = await openSending(t, { clockOf: aMinuteAhead })
  scene.startAnother(roster.join(rosterIdThatIsPreferred(id))).start()
  await pass(scene, 5)
  assert.equal(leasesOf(scene)[id], 'a')
  assertSentOnce(scene, 1)
})

test('deliveries do not begin twice when the own clock jumps, and go on', async (t) => {
  const roster = openNodeRoster()
  const jumping = openJumpingClock()
  const scene = await openDispatchScene(t, roster.join('a'), jumping.over)
  const [id = ''] = await registerSome(scene, 1)
  scene.startAnother(roster.join('b')).start()
  scene.dispatcher.start()
  for (const byMs of [60_000, -60_000, -3_600_000, 3_600_000]) {
    jumping.byMs = byMs
    await scene.publishEvent(1)
    await pass(scene, 3)
    for (const sent of scene.underWay()) sent.end(ok)
    await pass(scene, 2)
  }
  assertSentOnce(scene, 4)
  assert.ok(['a', 'b'].includes(leasesOf(scene)[id] ?? ''))
})

for (const byMs of [3_600_000, -3_600_000]) {
  const direction = byMs > 0 ? 'forward' : 'back'
  test(`deliveries stay with their node when the clock of the database is set ${direction}, and move once its lease has ended`, async (t) => {
    const { roster, scene, webhookId: id } = await openSending(t)
    const joined = rosterIdThatIsPreferred(id)
    scene.startAnother(roster.join(joined)).start()
    await pass(scene, 31)
    scene.setDatabaseAhead(byMs)
    await pass(scene, 28)
    assert.equal(leasesOf(scene)[id], 'a')
    assertSentOnce(scene, 1)
    roster.miss('a')
    scene.onSend((sent) => sent.end(ok))
    await pass(scene, 60)
    assert.equal(leasesOf(scene)[id], joined)
    assert.equal(scene.count('delivered'), 1)
  })
}

test('deliveries stay with their node when another starts after the clock of the database was set', async (t) => {
  const { roster, scene, webhookId: id } = await openSending(t)
  scene.setDatabaseAhead(3_600_000)
  scene.startAnother(roster.join(rosterIdThatIsPreferred(id))).start()
  await pass(scene, 5)
  assert.equal(leasesOf(scene)[id], 'a')
  assertSentOnce(scene, 1)
})
