// Slow: takes a second of processor time. flow/nodes/webhooks.test.ts divides deliveries in the fast lane.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Work, WorkKind } from '../../../server/db/transaction.ts'
import { preferredNode } from '../../../server/deliveries/preferred-node.ts'
import {
  ok,
  openDispatchScene,
  openNodeRoster,
  serverError,
} from '../../support/scenes/dispatch-scene.ts'
import {
  assertSentOnce,
  leasesOf,
  openSending,
  pass,
  registerSome,
  rosterIdThatIsPreferred,
  settle,
  turnsOfAMoment,
} from '../../support/scenes/several-dispatchers.ts'
import { turns } from '../../support/turns.ts'

describe('webhook deliveries of several nodes', () => {
  test('are divided by endpoint and sent once', async (t) => {
    const roster = openNodeRoster()
    const scene = await openDispatchScene(t, roster.join('a'))
    const nodes = [scene.dispatcher, ...['b', 'c'].map((id) => scene.startAnother(roster.join(id)))]
    // So many that each node is preferred by some of them, whatever their random ids are.
    const ids = await registerSome(scene, 60)
    scene.onSend((sent) => sent.end(ok))
    await scene.publishEvent(4)
    for (const node of nodes) node.start()
    for (let second = 0; second < 5; second += 1) {
      await pass(scene, 1)
      await settle(nodes)
    }
    assertSentOnce(scene, 240)
    const wanted = ids.map((id) => [id, preferredNode(id, ['a', 'b', 'c'])])
    assert.deepEqual(leasesOf(scene), Object.fromEntries(wanted))
    assert.equal(new Set(wanted.map(([, node]) => node)).size, 3)
  })

  test('move to the next node at once when theirs has ended for certain', async (t) => {
    const { roster, scene } = await openSending(t, { events: 3 })
    assert.equal(scene.underWay().length, 1)
    roster.lose('a')
    scene.onSend((sent) => sent.end(ok))
    const other = scene.startAnother(roster.join('b'))
    other.start()
    await turns(turnsOfAMoment)
    // The one under way is sent a second time: nobody knows whether the receiver has got it.
    assert.equal(scene.sent.length, 4)
    assert.equal(scene.count('delivered'), 3)
  })

  test('that wait for a retry move to the next node, too', async (t) => {
    const { roster, scene } = await openSending(t, { onSend: (sent) => sent.end(serverError) })
    roster.lose('a')
    await scene.dispatcher.stop(0)
    scene.onSend((sent) => sent.end(ok))
    scene.startAnother(roster.join('b')).start()
    await turns(turnsOfAMoment)
    assert.equal(scene.sent.length, 1, 'the retry is not due')
    scene.clock.advance(60_000)
    await pass(scene, 2)
    assert.equal(scene.sent.length, 2)
    assert.equal(scene.count('delivered'), 1)
  })

  test('stay with a node that was silent, and has given a sign of life before they are taken over', async (t) => {
    const {
      roster,
      scene,
      webhookId: id,
    } = await openSending(t, { onSend: (sent) => sent.end(ok) })
    roster.lose('a')
    const other = scene.startAnother(roster.join('b'))
    roster.comeBack('a')
    await scene.publishEvent(1)
    other.start()
    await turns(turnsOfAMoment)
    assert.equal(leasesOf(scene)[id], 'a')
    assert.equal(scene.sent.length, 1)
  })

  test('of an endpoint do not begin under a lease that was being taken when the own one was lost', async (t) => {
    const roster = openNodeRoster()
    const scene = await openDispatchScene(t, roster.join('a'))
    await registerSome(scene, 1)
    await scene.publishEvent(1)
    const { write } = scene.db
    const taking = async <Result>(work: Work<Result>, kind?: WorkKind) => {
      const result = await write(work, kind)
      scene.dispatcher.loseLeases()
      return result
    }
    t.mock.method(scene.db, 'write', taking, { times: 1 })
    scene.dispatcher.start()
    await turns(turnsOfAMoment)
    assert.equal(Object.keys(leasesOf(scene)).length, 1)
    assert.equal(scene.sent.length, 0)
    await pass(scene, 2)
    assert.equal(scene.sent.length, 1)
  })

  test('wait for the end of the lease when their node only shows no sign of life', async (t) => {
    const { roster, scene } = await openSending(t)
    const other = scene.startAnother(roster.join('b'))
    roster.miss('a')
    other.start()
    await pass(scene, 31)
    assert.equal(scene.sent.length, 1)
    scene.onSend((sent) => sent.end(ok))
    await pass(scene, 2)
    assert.equal(scene.count('delivered'), 1)
    assert.equal(scene.sent.length, 2)
  })

  test('stay delivered, with every attempt in the log, when a paused node comes back', async (t) => {
    const { roster, scene } = await openSending(t)
    const paused = scene.underWay()[0]
    assert.ok(paused)
    roster.lose('a')
    scene.onSend((sent) => sent.end(ok))
    scene.startAnother(roster.join('b')).start()
    await turns(turnsOfAMoment)
    assert.equal(scene.count('delivered'), 1)
    paused.end(serverError)
    await pass(scene, 70)
    await scene.publishEvent(5)
    await pass(scene, 2)
    assert.equal(scene.count('delivered'), 6)
    assert.equal(scene.sent.length, 7)
    const statuses = 'select status from webhook_attempts where delivery_id = ? order by number'
    const logged = scene.db.raw.prepare(statuses).pluck().all(paused.deliveryId)
    assert.deepEqual(logged, [204, 500])
    assert.ok(!scene.logLines.some((line) => line.includes('deliveries_write_failed')))
  })

  test('are handed over to a node that joins, none twice', async (t) => {
    const roster = openNodeRoster()
    const scene = await openDispatchScene(t, roster.join('a'))
    const ids = await registerSome(scene, 8)
    await scene.publishEvent(1)
    scene.dispatcher.start()
    await turns(turnsOfAMoment)
    assert.deepEqual(new Set(Object.values(leasesOf(scene))), new Set(['a']))
    scene.startAnother(roster.join('b')).start()
    await scene.publishEvent(1)
    await pass(scene, 3)
    // Every first request is still open, so nothing has moved.
    assert.equal(scene.sent.length, 8)
    for (const sent of scene.underWay()) sent.end(ok)
    scene.onSend((sent) => sent.end(ok))
    await pass(scene, 5)
    assertSentOnce(scene, 16)
    const wanted = ids.map((id) => [id, preferredNode(id, ['a', 'b'])])
    assert.deepEqual(leasesOf(scene), Object.fromEntries(wanted))
  })

  test('stay with their node while their attempts wait to be recorded, however long that takes', async (t) => {
    const { roster, scene, webhookId: id } = await openSending(t)
    // No transaction of the lane is stored from here on; the leases are renewed in shared ones.
    const { write } = scene.db
    const failing = async <Result>(work: Work<Result>, kind: WorkKind = 'plain') => {
      if (kind === 'plain') throw new Error('not now')
      return write(work, kind)
    }
    const mocked = t.mock.method(scene.db, 'write', failing)
    scene.sent[0]?.end(ok)
    const other = scene.startAnother(roster.join(rosterIdThatIsPreferred(id)))
    other.start()
    await pass(scene, 60)
    assert.equal(leasesOf(scene)[id], 'a')
    mocked.mock.restore()
    await pass(scene, 3)
    assert.equal(scene.count('delivered'), 1)
    assert.equal(scene.sent.length, 1)
  })

  test('do not begin under a lease whose return was stored without an answer', async (t) => {
    const {
      roster,
      scene,
      webhookId: id,
    } = await openSending(t, { onSend: (sent) => sent.end(ok) })
    assert.equal(leasesOf(scene)[id], 'a')
    const joined = rosterIdThatIsPreferred(id)
    const newcomer = scene.startAnother(roster.join(joined))
    const { write } = scene.db
    const unanswered = async <Result>(work: Work<Result>, kind?: WorkKind): Promise<Result> => {
      await write(work, kind)
      throw new Error('the answer was lost')
    }
    t.mock.method(scene.db, 'write', unanswered, { times: 1 })
    await pass(scene, 1)
    assert.equal(leasesOf(scene)[id], undefined)
    // The newcomer takes the lease and sends; the first node is preferred again meanwhile.
    scene.onSend(() => {})
    await scene.publishEvent(1)
    newcomer.start()
    await turns(turnsOfAMoment)
    assert.equal(scene.sent.length, 2)
    roster.miss(joined)
    await pass(scene, 3)
    assert.equal(scene.sent.length, 2)
  })

  test('are free for the others as soon as their node stops', async (t) => {
    const { scene } = await openSending(t, { onSend: (sent) => sent.end(ok) })
    assert.deepEqual(Object.values(leasesOf(scene)), ['a'])
    await scene.dispatcher.stop(0)
    assert.deepEqual(leasesOf(scene), {})
  })

  test('are sent by another node if the one that should does nothing', async (t) => {
    const roster = openNodeRoster()
    const scene = await openDispatchScene(t, roster.join('a'))
    const [id = ''] = await registerSome(scene, 1)
    // Joins nodes that never run until one of them is preferred.
    for (let number = 0; preferredNode(id, roster.list()) === 'a'; number += 1) {
      roster.join(`idle${number}`)
    }
    scene.onSend((sent) => sent.end(ok))
    await scene.publishEvent(1)
    scene.dispatcher.start()
    await pass(scene, 29)
    assert.equal(scene.sent.length, 0)
    await pass(scene, 3)
    assert.equal(scene.count('delivered'), 1)
  })

  test('need no lease where a node is proven to be alone', async (t) => {
    const scene = await openDispatchScene(t)
    await scene.register('one')
    scene.onSend((sent) => sent.end(ok))
    await scene.publishEvent(5)
    scene.dispatcher.start()
    await scene.dispatcher.idle()
    assert.equal(scene.count('delivered'), 5)
    assert.deepEqual(leasesOf(scene), {})
  })
})
