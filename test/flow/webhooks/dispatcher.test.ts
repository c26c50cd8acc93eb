// Slow: publishes thousands of events. delivery.test.ts delivers some in the fast lane.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loadConfig } from '../../../server/config.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { cancelPending } from '../../../server/deliveries/delivery-cancel-store.ts'
import { eraseEventsOf } from '../../../server/deliveries/erase-events.ts'
import { SendQueue } from '../../../server/deliveries/send-queue.ts'
import { mendDueTimes } from '../../../server/mend-due-times.ts'
import { findWebhook, updateWebhook } from '../../../server/webhooks/webhook-store.ts'
import { notAgain, onSqlite } from '../../support/postgres.ts'
import {
  type DispatchScene,
  ok,
  openDispatchScene,
  serverError,
} from '../../support/scenes/dispatch-scene.ts'
import { turns, until } from '../../support/turns.ts'

const dayMs = 86_400_000
const damage = 'update webhooks set secrets = ?, version = version + 1 where id = ?'
const refuse =
  "create trigger refuse before insert on webhook_attempts begin select raise(abort, 'full'); end"

async function deactivate({ db, clock }: DispatchScene, id: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const webhook = await findWebhook(trx, id)
    if (webhook) await updateWebhook(trx, { ...webhook, active: false }, ['active'])
    await cancelPending(trx, id, clock.now())
  })
}

describe('a webhook whose secrets do not open', () => {
  test(
    'keeps its deliveries waiting, says so once, and lets the loop turn whatever its backlog',
    notAgain,
    async (t) => {
      const scene = await openDispatchScene(t)
      const damaged = await scene.register('damaged')
      await scene.publishEvent(3_000)
      scene.db.raw.prepare(damage).run(Buffer.of(0), damaged)
      scene.dispatcher.start()
      await turns(300)
      assert.equal(scene.sent.length, 0)
      assert.equal(scene.count('pending'), 3_000)
      scene.clock.advance(5_000)
      await scene.dispatcher.idle()
      const kinds = scene.db.raw.prepare('select kind from webhook_alerts').pluck().all()
      assert.deepEqual(kinds, ['unreadable'])
    },
  )

  test('does not hold up the others', async (t) => {
    const scene = await openDispatchScene(t)
    const damaged = await scene.register('damaged')
    await scene.register('sound')
    scene.onSend((sent) => sent.end(ok))
    await scene.publishEvent(500)
    scene.db.raw.prepare(damage).run(Buffer.of(0), damaged)
    scene.dispatcher.start()
    await scene.dispatcher.idle()
    assert.equal(scene.count('delivered'), 500)
    assert.equal(scene.sent.length, 500)
  })
})

describe('a database that is gone for a moment', () => {
  test('keeps no delivery from being sent that was read before', async (t) => {
    const scene = await openDispatchScene(t)
    await scene.register('one')
    await scene.register('other')
    scene.onSend((sent) => sent.end(ok))
    await scene.publishEvent(3)
    const isGone = async () => {
      throw new Error('unreachable')
    }
    const checked = t.mock.method(SendQueue.prototype, 'check', isGone, { times: 1 })
    scene.dispatcher.start()
    await scene.dispatcher.idle()
    assert.equal(checked.mock.callCount(), 1)
    assert.equal(scene.count('pending'), 6)
    for (let second = 0; second < 3; second += 1) {
      scene.clock.advance(1_000)
      await turns(300)
    }
    await scene.dispatcher.idle()
    assert.equal(scene.count('delivered'), 6)
    assert.equal(scene.sent.length, 6)
  })
})

describe('a database that refuses what is written', () => {
  test('is not sent past: what cannot be recorded is not sent', onSqlite, async (t) => {
    const scene = await openDispatchScene(t)
    await scene.register('one')
    scene.onSend((sent) => sent.end(ok))
    await scene.publishEvent(800)
    scene.db.raw.exec(refuse)
    scene.dispatcher.start()
    await until(() => scene.logLines.some((line) => line.includes('deliveries_write_failed')))
    for (let second = 0; second < 20; second += 1) {
      scene.clock.advance(1_000)
      await turns(50)
    }
    assert.ok(scene.sent.length <= 320, `${scene.sent.length} were sent`)
    scene.db.raw.exec('drop trigger refuse')
    await until(() => {
      scene.clock.advance(1_000)
      return scene.count('delivered') === 800
    })
    assert.equal(scene.sent.length, 800)
  })

  test('for a moment loses no attempt when everything stops just then', async (t) => {
    const scene = await openDispatchScene(t)
    await scene.register('one')
    await scene.publishEvent(1)
    scene.dispatcher.start()
    await until(() => scene.underWay().length === 1)
    scene.db.raw.exec(refuse)
    const stopping = scene.dispatcher.stop(1_000)
    scene.underWay()[0]?.end(ok)
    await until(() => scene.logLines.some((line) => line.includes('deliveries_write_failed')))
    scene.db.raw.exec('drop trigger refuse')
    scene.clock.advance(1_000)
    await stopping
    assert.equal(scene.count('delivered'), 1)
  })
})

describe('what was read ahead', () => {
  const changes = {
    deactivated: deactivate,
    erased: async ({ db, clock }: DispatchScene) => {
      const ids = db.raw.prepare('select subject_id from events').pluck().all().map(String)
      for (const id of ids) await inTransaction(db, (trx) => eraseEventsOf(trx, id, clock.now()))
    },
  }
  for (const [name, change] of Object.entries(changes)) {
    test(`is not sent once it was ${name}, not even by requests that follow at once`, async (t) => {
      const scene = await openDispatchScene(t)
      const webhook = await scene.register('one')
      let isChanged = false
      scene.onSend((sent) => {
        assert.ok(!isChanged)
        if (scene.sent.length <= 20) sent.end(ok)
      })
      await scene.publishEvent(100)
      scene.dispatcher.start()
      await until(() => scene.underWay().length === 8)
      await change(scene, webhook)
      isChanged = true
      for (const sent of scene.underWay()) sent.end(ok)
      await scene.dispatcher.idle()
      assert.equal(scene.sent.length, 28)
    })
  }

  test('goes back into the table at the next poll, and is sent later, once', async (t) => {
    const scene = await openDispatchScene(t)
    await scene.register('one')
    scene.onSend((sent) => {
      if (scene.sent.length <= 20) sent.end(ok)
    })
    await scene.publishEvent(100)
    scene.dispatcher.start()
    await until(() => scene.underWay().length === 8)
    scene.clock.advance(1_000)
    await turns(50)
    scene.onSend((sent) => sent.end(ok))
    for (const sent of scene.underWay()) sent.end(ok)
    await scene.dispatcher.idle()
    assert.equal(new Set(scene.sent.map(({ deliveryId }) => deliveryId)).size, 100)
    assert.equal(scene.sent.length, 100)
    assert.equal(scene.count('delivered'), 100)
  })
})

describe('slow receivers', () => {
  test('that hold every slot give those that come free to the others', notAgain, async (t) => {
    const scene = await openDispatchScene(t)
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) await scene.register(name)
    // Quick at first, so that each earns its cap.
    scene.onSend((sent) => {
      if (scene.sent.length <= 200) sent.end(ok)
    })
    await scene.publishEvent(100)
    scene.dispatcher.start()
    await until(() => scene.underWay().length === 64)
    await scene.register('quick')
    scene.onSend((sent) => {
      if (sent.path === '/quick') sent.end(ok)
    })
    await scene.publishEvent(40)
    scene.underWay()[0]?.end(ok)
    const quick = () => scene.sent.filter(({ path }) => path === '/quick').length
    await until(() => quick() === 40)
    scene.onSend((sent) => sent.end(ok))
    for (const sent of scene.underWay()) sent.end(ok)
    await scene.dispatcher.idle()
    assert.equal(scene.count('pending'), 0)
  })

  test('are served in turn where all have as much under way', notAgain, async (t) => {
    const scene = await openDispatchScene(t)
    for (let number = 0; number < 70; number += 1) await scene.register(`w${number}`)
    scene.onSend((sent) => setImmediate(() => sent.end(ok)))
    await scene.publishEvent(3)
    scene.dispatcher.start()
    await scene.dispatcher.idle()
    const firsts = scene.sent.slice(0, 140).map(({ path }) => path)
    assert.equal(new Set(firsts).size, 70)
  })
})

describe('a clock that was set back by an hour', () => {
  test('delays neither what happened just before nor what other processes wrote', async (t) => {
    const scene = await openDispatchScene(t)
    await scene.register('one')
    scene.onSend((sent) => sent.end(ok))
    scene.dispatcher.start()
    await scene.dispatcher.idle()
    await scene.publishEvent(5)
    scene.clock.setBack(3_600_000)
    await scene.dispatcher.idle()
    assert.equal(scene.count('delivered'), 5)
    scene.db.raw.exec(
      `update webhook_deliveries set state = 'pending', priority = 'first_attempt', replays = replays + 1`,
    )
    scene.clock.advance(1_000)
    await scene.dispatcher.idle()
    assert.equal(scene.count('delivered'), 5)
    assert.equal(scene.sent.length, 10)
  })
})

test('a retry whose time a clock recorded that was a day ahead is sent once the clock is right again', async (t) => {
  const scene = await openDispatchScene(t)
  await scene.register('one')
  scene.onSend((sent) => sent.end(scene.sent.length === 1 ? serverError : ok))
  const { db, clock } = scene
  const webhooks = { retryDelaysMs: [60_000] } as const
  // Forward, as a time service does.
  clock.setBack(-dayMs)
  scene.dispatcher.start()
  await scene.publishEvent(1)
  await scene.dispatcher.idle()
  assert.equal(scene.sent.length, 1)
  clock.setBack(dayMs)
  clock.advance(3_600_000)
  await scene.dispatcher.idle()
  assert.equal(scene.sent.length, 1, 'it would wait for a day')
  const { config } = loadConfig({ profile: 'demo', env: {} })
  const mended = { ...config, webhooks: { ...config.webhooks, ...webhooks } }
  assert.equal(await mendDueTimes({ db, clock, config: mended }), 1)
  clock.advance(5_000)
  await scene.dispatcher.idle()
  assert.equal(scene.count('delivered'), 1)
})
