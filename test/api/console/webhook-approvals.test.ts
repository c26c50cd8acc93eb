// Slow: takes a second of processor time. export-approvals.test.ts asks for approvals in the fast lane.

import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { approvalEffects } from '../../../server/approval-effects.ts'
import { approvalLifeMs } from '../../../server/approvals/approval.ts'
import { expireApprovals } from '../../../server/approvals/expire-approvals.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { publishEvent } from '../../../server/deliveries/publish-event.ts'
import { call } from '../../support/api-client.ts'
import { addUser, type ConsoleClient, openConsole } from '../../support/console-client.ts'
import { fieldsOf, itemsOf, openOperatorScene } from '../../support/scenes/operator-scene.ts'
import { receiverFor } from '../webhooks/webhook-client.ts'

const approve = { decision: 'approve' }
const refuse = { decision: 'refuse' }
const events = ['verification.completed']

/** Two receivers, and a developer's hands on a webhook between them. */
async function openScene(t: TestContext, settings: Readonly<Record<string, string>> = {}) {
  const scene = await openOperatorScene(t, {
    settings: { SVC_WEBHOOK_APPROVAL: 'yes', ...settings },
  })
  const [first, second] = [await receiverFor(t), await receiverFor(t)]
  const { db } = scene.appliance
  return {
    ...scene,
    first,
    second,
    register: (client: ConsoleClient, more: object = {}) =>
      fieldsOf(
        client.post('/webhooks', { url: first.url, events, environment: 'live', ...more }),
        201,
      ),
    show: (id: unknown) => fieldsOf(scene.clients.auditor.get(`/webhooks/${id}`)),
    patch: (id: unknown, change: object) =>
      scene.clients.developer.send('PATCH', `/webhooks/${id}`, { json: change }),
    decide: async (asked: object) => {
      const [request] = await itemsOf(scene.clients.administrator.get('/approvals'))
      return fieldsOf(scene.clients.administrator.post(`/approvals/${request?.id}/decide`, asked))
    },
    /** How many deliveries one event makes. */
    happen: async () => {
      const count = async () =>
        (await db.reader.selectFrom('webhook_deliveries').select('id').execute()).length
      const before = await count()
      const needs = { ...scene.appliance, wakeDeliveries: () => {} }
      await inTransaction(db, (trx) =>
        publishEvent(needs, trx, {
          environment: 'live',
          type: 'verification.completed',
          subjectId: 'ver_00000000000000000000000000',
          payload: {},
          dataKey: undefined,
        }),
      )
      return (await count()) - before
    },
    sweep: () => {
      const { appliance } = scene
      return expireApprovals({ ...appliance, effects: approvalEffects(appliance) })
    },
  }
}

function stateOf({ health }: Readonly<Record<string, unknown>>): unknown {
  return Object(health).state
}

describe('a live webhook registered in the console', () => {
  test('is sent nothing until another administrator has approved its address', async (t) => {
    const scene = await openScene(t)
    const { developer, administrator } = scene.clients
    const made = await scene.register(developer)
    assert.deepEqual([made.active, Object(made.address_approval).is_new], [false, true])
    assert.equal(stateOf(await scene.show(made.id)), 'awaiting_approval')
    const tested = await developer.post(`/webhooks/${made.id}/test`)
    assert.deepEqual([tested.status, await scene.happen()], [409, 0])
    assert.equal(scene.first.received.length, 0)
    const [request] = await itemsOf(administrator.get('/approvals'))
    assert.deepEqual(request?.subject, { kind: 'webhook', id: made.id })
    const facts = { environment: 'live', url: scene.first.url, previous_url: null }
    assert.deepEqual([request?.kind, request?.facts], ['webhook_address', facts])
    await scene.decide(approve)
    const shown = await scene.show(made.id)
    assert.deepEqual([stateOf(shown), shown.address_approval, shown.active], ['well', null, true])
    assert.equal(await scene.happen(), 1)
    await fieldsOf(developer.post(`/webhooks/${made.id}/test`))
    assert.equal(scene.first.received.length, 1)
    const [update] = await scene.audited('webhook.updated')
    assert.deepEqual(
      [update?.details.changed, update?.details.approval_id],
      [['active'], request?.id],
    )
  })

  test('is neither resumed nor moved while it waits, and stays paused where that was asked', async (t) => {
    const scene = await openScene(t)
    const made = await scene.register(scene.clients.developer, { active: false })
    for (const change of [{ active: true }, { url: scene.second.url }]) {
      const { status, error } = await scene.patch(made.id, change)
      assert.deepEqual([status, error.details?.[0]?.code], [409, 'approval_pending'])
    }
    await scene.decide(approve)
    const shown = await scene.show(made.id)
    assert.deepEqual([stateOf(shown), shown.url], ['inactive', scene.first.url])
  })

  test('of an administrator waits for another one, not for its maker', async (t) => {
    const scene = await openScene(t)
    await addUser(scene.appliance, 'administrator', 'ines@bank.example')
    const ines = openConsole(scene.server)
    await ines.signIn('ines@bank.example')
    const made = await scene.register(ines)
    const [own] = await itemsOf(ines.get('/approvals'))
    const { status, error } = await ines.post(`/approvals/${own?.id}/decide`, approve)
    assert.deepEqual([status, error.code], [403, 'second_person_required'])
    assert.equal((await scene.show(made.id)).active, false)
  })

  for (const end of ['refused', 'withdrawn', 'expired']) {
    test(`is gone with its secret once its request is ${end}`, async (t) => {
      const scene = await openScene(t)
      const { developer, auditor } = scene.clients
      const made = await scene.register(developer)
      if (end === 'refused') await scene.decide(refuse)
      else if (end === 'withdrawn') {
        const [own] = await itemsOf(developer.get('/approvals'))
        await fieldsOf(developer.post(`/approvals/${own?.id}/withdraw`))
      } else {
        scene.clock.advance(approvalLifeMs)
        assert.equal(await scene.sweep(), 1)
      }
      const row = scene.appliance.db.reader
        .selectFrom('webhooks')
        .select(['active', 'secrets', 'deleted_at'])
        .where('id', '=', String(made.id))
      const { active, secrets, deleted_at } = await row.executeTakeFirstOrThrow()
      assert.deepEqual([active, secrets.length], [0, 0])
      assert.equal(deleted_at, scene.clock.now())
      assert.equal((await scene.audited('webhook.deleted'))[0]?.details.reason, end)
      if (end !== 'expired') assert.equal((await auditor.get(`/webhooks/${made.id}`)).status, 404)
    })
  }

  test('is not resumed between the end of its request and the sweep', async (t) => {
    const scene = await openScene(t)
    const made = await scene.register(scene.clients.developer)
    scene.clock.advance(approvalLifeMs)
    const administrator = openConsole(scene.server)
    await administrator.signIn('administrator@bank.example')
    for (const change of [{ active: true }, { url: scene.second.url }]) {
      const { status } = await administrator.send('PATCH', `/webhooks/${made.id}`, { json: change })
      assert.equal(status, 409)
    }
    await scene.sweep()
    assert.equal((await administrator.get(`/webhooks/${made.id}`)).status, 404)
  })

  test('that is deleted while it waits takes its request with it', async (t) => {
    const scene = await openScene(t)
    const made = await scene.register(scene.clients.developer)
    await fieldsOf(scene.clients.developer.send('DELETE', `/webhooks/${made.id}`))
    assert.deepEqual(await itemsOf(scene.clients.administrator.get('/approvals')), [])
  })

  test('works at once if nobody else could approve it or the setting is off, and the log says so', async (t) => {
    const alone = await openScene(t)
    const one = await alone.register(alone.clients.administrator)
    assert.deepEqual([one.active, one.address_approval], [true, null])
    assert.equal((await alone.audited('webhook.created'))[0]?.details.approval, 'nobody_else')
    await fieldsOf(
      alone.clients.administrator.send('PATCH', `/webhooks/${one.id}`, {
        json: { url: alone.second.url },
      }),
    )
    assert.equal((await alone.audited('webhook.updated'))[0]?.details.approval, 'nobody_else')
    const off = await openScene(t, { SVC_WEBHOOK_APPROVAL: 'no' })
    const other = await off.register(off.clients.developer)
    assert.equal(other.active, true)
    assert.equal((await off.audited('webhook.created'))[0]?.details.approval, 'off')
  })

  test('of the sandbox needs nobody', async (t) => {
    const scene = await openScene(t)
    const made = await scene.register(scene.clients.developer, { environment: 'sandbox' })
    assert.equal(made.active, true)
    await fieldsOf(scene.patch(made.id, { url: scene.second.url }))
    assert.equal((await scene.show(made.id)).url, scene.second.url)
    assert.deepEqual(await itemsOf(scene.clients.administrator.get('/approvals')), [])
  })
})

describe('another address for a live webhook, given in the console', () => {
  async function openChange(t: TestContext) {
    const scene = await openScene(t)
    const made = await scene.register(scene.clients.developer)
    await scene.decide(approve)
    const sendTest = () => fieldsOf(scene.clients.developer.post(`/webhooks/${made.id}/test`))
    return { ...scene, id: made.id, sendTest }
  }

  test('is taken once another administrator has approved it, and the old one works until then', async (t) => {
    const scene = await openChange(t)
    const change = { url: scene.second.url, description: 'Loans' }
    const answer = await fieldsOf(scene.patch(scene.id, change))
    assert.deepEqual([answer.url, answer.description], [scene.first.url, 'Loans'])
    const waiting = Object(answer.address_approval)
    assert.deepEqual([waiting.url, waiting.is_new], [scene.second.url, false])
    assert.equal(await scene.happen(), 1)
    await scene.sendTest()
    assert.deepEqual([scene.first.received.length, scene.second.received.length], [1, 0])
    const [request] = await itemsOf(scene.clients.administrator.get('/approvals'))
    const facts = { environment: 'live', url: scene.second.url, previous_url: scene.first.url }
    assert.deepEqual(request?.facts, facts)
    await scene.decide(approve)
    assert.equal((await scene.show(scene.id)).url, scene.second.url)
    await scene.sendTest()
    assert.deepEqual([scene.first.received.length, scene.second.received.length], [1, 1])
    const changes = (await scene.audited('webhook.updated')).map(({ details }) => details.changed)
    assert.deepEqual(changes.slice(0, 2), [['url'], ['description']])
  })

  test('is not replaced by a third one while it waits: what the decider sees is what is taken', async (t) => {
    const scene = await openChange(t)
    await fieldsOf(scene.patch(scene.id, { url: scene.second.url }))
    const third = await scene.patch(scene.id, { url: 'http://127.0.0.1:9/x', description: 'Third' })
    assert.deepEqual([third.status, third.error.details?.[0]?.code], [409, 'approval_pending'])
    assert.equal((await scene.show(scene.id)).description, undefined)
    await fieldsOf(scene.patch(scene.id, { active: false }))
    await scene.decide(approve)
    const shown = await scene.show(scene.id)
    assert.deepEqual([shown.url, shown.active], [scene.second.url, false])
  })

  test('leaves all as it was where it is refused, and can be asked for anew', async (t) => {
    const scene = await openChange(t)
    await fieldsOf(scene.patch(scene.id, { url: scene.second.url }))
    await scene.decide(refuse)
    const shown = await scene.show(scene.id)
    assert.deepEqual(
      [shown.url, shown.active, shown.address_approval],
      [scene.first.url, true, null],
    )
    await fieldsOf(scene.patch(scene.id, { url: scene.second.url }))
    scene.clock.advance(approvalLifeMs)
    assert.equal(await scene.sweep(), 1)
    const row = scene.appliance.db.reader.selectFrom('webhooks').select('url')
    assert.equal((await row.executeTakeFirstOrThrow()).url, scene.first.url)
  })

  test('is overtaken by a system of the bank: over REST it is taken at once', async (t) => {
    const scene = await openChange(t)
    const key = await scene.key('live', ['webhooks.manage'])
    await fieldsOf(scene.patch(scene.id, { url: scene.second.url }))
    const rest = `${scene.url}/webhooks`
    const url = 'http://127.0.0.1:9/rest'
    const changed = await call(`${rest}/${scene.id}`, { key, method: 'PATCH', json: { url } })
    assert.deepEqual([changed.status, changed.data.url], [200, url])
    assert.deepEqual(await itemsOf(scene.clients.administrator.get('/approvals')), [])
    assert.equal((await scene.show(scene.id)).address_approval, null)
    const asked = { url: scene.second.url, events }
    const made = await call(rest, { key, method: 'POST', json: asked })
    assert.deepEqual([made.status, made.data.active], [201, true])
    const [entry] = await scene.audited('webhook.created')
    assert.deepEqual([entry?.actor.kind, entry?.details.approval], ['api_key', undefined])
  })
})
