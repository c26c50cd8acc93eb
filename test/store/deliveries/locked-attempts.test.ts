import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import type { Trx } from '../../../server/db/transaction.ts'
import { type DispatchScene, ok, openDispatchScene } from '../../support/scenes/dispatch-scene.ts'
import { droppedIn, pass, untilLater } from '../../support/scenes/dispatch-steps.ts'
import { turns, until } from '../../support/turns.ts'

/** The codes of locks: lock_not_available, deadlock_detected, query_canceled. */
const ofLocks = ['55P03', '40P01', '57014'] as const

interface Failing {
  /** undefined: of every webhook. */
  readonly webhookId: string | undefined
  /** Error code of a transaction with nothing but one attempt of this webhook, */
  readonly alone: string
  /** and of one with more. */
  readonly beside: string
}

/** Fails all writes of attempts of one webhook, until `free` is called. */
function failWrites(t: TestContext, { db }: DispatchScene, failing: Failing) {
  const write = db.write
  const mock = t.mock.method(db, 'write', (...[work, kind]: Parameters<typeof write>) =>
    write(async (trx) => {
      const result = await work(trx)
      const webhooks = await webhooksIn(trx)
      const isAlone = webhooks.unwritten === 1
      const isHit = failing.webhookId === undefined || webhooks.ids.has(failing.webhookId)
      if (isHit && webhooks.unwritten > 0) {
        throw Object.assign(new Error('failed'), { code: isAlone ? failing.alone : failing.beside })
      }
      webhooks.remember()
      return result
    }, kind),
  )
  const remembered = new Set<string>()
  async function webhooksIn(trx: Trx) {
    const rows = await trx
      .selectFrom('webhook_attempts')
      .innerJoin('webhook_deliveries', 'webhook_deliveries.id', 'webhook_attempts.delivery_id')
      .select(['delivery_id', 'webhook_id'])
      .execute()
    const fresh = rows.filter((row) => !remembered.has(row.delivery_id))
    return {
      ids: new Set(fresh.map((row) => row.webhook_id)),
      unwritten: fresh.length,
      remember() {
        for (const row of fresh) remembered.add(row.delivery_id)
      },
    }
  }
  return { free: () => mock.mock.restore(), count: () => mock.mock.callCount() }
}

async function openScene(t: TestContext) {
  const scene = await openDispatchScene(t)
  scene.onSend((sent) => sent.end(ok))
  return { scene, webhookId: await scene.register('failing') }
}

describe('attempts whose row is locked', () => {
  for (const code of ofLocks) {
    test(`hold up no other webhook, and are written once it is free (${code})`, async (t) => {
      const { scene, webhookId } = await openScene(t)
      await scene.register('sound')
      const { free } = failWrites(t, scene, { webhookId, alone: code, beside: code })
      await scene.publishEvent(3)
      scene.dispatcher.start()
      await until(() => scene.count('delivered') === 3)
      for (const delivered of [4, 5, 6, 7]) {
        await scene.publishEvent(1)
        await untilLater(scene, () => scene.count('delivered') === delivered)
      }
      await pass(scene, 20)
      assert.deepEqual(droppedIn(scene), [])
      free()
      await untilLater(scene, () => scene.count('delivered') === 14)
      assert.equal(scene.sent.length, 14)
    })
  }

  test('wait for the lock once in a round, not each by itself', async (t) => {
    const { scene, webhookId } = await openScene(t)
    await scene.publishEvent(40)
    const writes = failWrites(t, scene, { webhookId, alone: '55P03', beside: '55P03' })
    scene.dispatcher.start()
    await until(() => scene.logLines.some((one) => one.includes('deliveries_write_failed')))
    await turns(50)
    assert.ok(writes.count() <= 8, `${writes.count()} writes`)
    writes.free()
    await untilLater(scene, () => scene.count('delivered') === 40)
  })

  test('of many webhooks are waited for by two in a round, because a stop waits for it', async (t) => {
    const scene = await openDispatchScene(t)
    scene.onSend((sent) => sent.end(ok))
    for (let number = 0; number < 20; number += 1) await scene.register(`webhook-${number}`)
    await scene.publishEvent(2)
    const writes = failWrites(t, scene, { webhookId: undefined, alone: '55P03', beside: '55P03' })
    scene.dispatcher.start()
    await until(() => scene.logLines.some((one) => one.includes('deliveries_write_failed')))
    await turns(50)
    assert.ok(writes.count() <= 12, `${writes.count()} writes`)
    writes.free()
    await untilLater(scene, () => scene.count('delivered') === 40)
  })

  for (const code of ['SQLITE_BUSY', 'POOL_BUSY', '53300']) {
    test(`are not taken for locked where all of the database is busy (${code})`, async (t) => {
      const { scene } = await openScene(t)
      await scene.register('sound')
      await scene.publishEvent(20)
      const writes = failWrites(t, scene, { webhookId: undefined, alone: code, beside: code })
      scene.dispatcher.start()
      await until(() => scene.logLines.some((one) => one.includes('deliveries_write_failed')))
      await turns(50)
      assert.ok(writes.count() <= 6, `${writes.count()} writes`)
      writes.free()
      await untilLater(scene, () => scene.count('delivered') === 40)
    })
  }
})

test('attempts that meet a database out of reach are not dropped, although others are written', async (t) => {
  const { scene, webhookId } = await openScene(t)
  for (const name of ['one', 'two', 'three', 'four']) await scene.register(name)
  scene.onSend(() => {})
  const { free } = failWrites(t, scene, { webhookId, alone: 'DATABASE_UNREACHABLE', beside: 'ANY' })
  await scene.publishEvent(1)
  scene.dispatcher.start()
  await until(() => scene.underWay().length === 5)
  const [failing, ...sound] = scene.underWay().toSorted((one) => (one.path === '/failing' ? -1 : 1))
  failing?.end(ok)
  for (const [ended, one] of sound.entries()) {
    one.end(ok)
    await untilLater(scene, () => scene.count('delivered') === ended + 1)
  }
  await pass(scene, 20)
  assert.deepEqual(droppedIn(scene), [])
  free()
  await untilLater(scene, () => scene.count('delivered') === 5)
})
