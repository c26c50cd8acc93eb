import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { call } from '../../support/api-client.ts'
import { specimen } from '../../support/images/specimens.ts'
import { documentAsNode, lookUp, nodesOf } from '../../support/interface-check.ts'
import { rawOf } from '../../support/postgres/raw-of.ts'
import { notAgain } from '../../support/postgres.ts'
import { liveForm } from '../../support/running-appliance.ts'
import { openDeliveryScene } from '../../support/scenes/delivery-scene.ts'
import { until } from '../../support/turns.ts'

describe('an event on its way', () => {
  test('can be read over the API by the time it arrives', notAgain, async (t) => {
    const scene = await openDeliveryScene(t)
    const { app, receiver } = scene
    const seen: unknown[] = []
    receiver.answerWith(async ({ json }) => {
      const url = `${app.url}/kyc/verifications/${json.data.id}`
      seen.push((await call(url, { key: app.sandboxKey })).data.status)
      return 204
    })
    await scene.register()
    await scene.verify()
    await scene.verify({ sandbox_outcome: 'declined' })
    await scene.settled()
    assert.deepEqual(seen.toSorted(), ['approved', 'declined'])
  })

  test('of a live verification is sent when its job concludes it', notAgain, async (t) => {
    const scene = await openDeliveryScene(t)
    const { app, receiver } = scene
    const json = { url: `${receiver.url}/live`, events: ['verification.completed'] }
    await call(`${app.url}/webhooks`, { key: app.liveKey, json })
    const fields = { country: 'SN', id_type: 'national_id', external_ref: 'order-7' }
    const image = specimen('senegal-id-front.jpg')
    const body = liveForm(fields, { front_image: image, selfie_image: specimen('selfie.jpg') })
    const { data } = await call(`${app.url}/kyc/verify`, { key: app.liveKey, body })
    assert.equal(receiver.arrivals.length, 0)
    const detail = await app.finish(String(data.id))
    await scene.settled()
    const [arrival, ...more] = receiver.arrivals
    assert.deepEqual(more, [])
    const { checks, document, review, smile_result } = detail
    assert.deepEqual({ ...arrival?.json.data, checks, document, review, smile_result }, detail)
  })

  test('has the headers of the interface document and no others of ours', async (t) => {
    const scene = await openDeliveryScene(t)
    const { app, receiver } = scene
    const webhook = await scene.register()
    await scene.verify()
    await scene.settled()
    await call(`${app.url}/webhooks/${webhook.id}/rotate-secret`, {
      key: app.sandboxKey,
      method: 'POST',
    })
    await scene.verify()
    await scene.settled()
    const [plain, rotating] = receiver.arrivals
    const place = ['webhooks', 'verification.completed', 'post', 'parameters']
    const parameters = Object.values(lookUp(documentAsNode(), place)?.node ?? {}).map(nodesOf)
    const ours = (headers: object) =>
      Object.keys(headers)
        .filter((name) => name.startsWith('svc-'))
        .toSorted()
    const named = (all: typeof parameters) => all.map(({ name }) => String(name)).toSorted()
    assert.deepEqual(ours(rotating?.headers ?? {}), named(parameters))
    assert.deepEqual(
      ours(plain?.headers ?? {}),
      named(parameters.filter(({ required }) => Boolean(required))),
    )
  })

  test('goes to every webhook that is subscribed when it happens, and to nobody else', async (t) => {
    const scene = await openDeliveryScene(t)
    const { app, receiver } = scene
    await scene.register({ url: `${receiver.url}/both` })
    await scene.register({ url: `${receiver.url}/failed`, events: ['verification.failed'] })
    await scene.register({ url: `${receiver.url}/inactive`, active: false })
    const live = { url: `${receiver.url}/live`, events: ['verification.completed'] }
    await call(`${app.url}/webhooks`, { key: app.liveKey, json: live })
    await scene.verify()
    await scene.verify({ sandbox_outcome: 'error' })
    await scene.register({ url: `${receiver.url}/late` })
    await scene.settled()
    await scene.pass(60_000)
    const told = receiver.arrivals.map(({ path, json }) => `${path} ${json.event}`)
    assert.deepEqual(told.toSorted(), [
      '/both verification.completed',
      '/both verification.failed',
      '/failed verification.failed',
    ])
  })

  test('has the same bytes and the same ids on every attempt and replay', notAgain, async (t) => {
    const scene = await openDeliveryScene(t)
    const { app, receiver } = scene
    receiver.answerWith(() => (receiver.arrivals.length === 1 ? 500 : 204))
    const webhook = await scene.register()
    await scene.verify()
    await scene.settled()
    await scene.pass(60_000)
    const [delivery] = await scene.deliveries(webhook.id)
    const url = `${app.url}/webhooks/${webhook.id}/deliveries/${delivery?.id}/replay`
    await call(url, { key: app.sandboxKey, method: 'POST' })
    await scene.settled()
    const [first, ...later] = receiver.arrivals
    assert.equal(later.length, 2)
    for (const { body, headers } of later) {
      assert.deepEqual(body, first?.body)
      assert.equal(headers['svc-event-id'], first?.json.id)
      assert.equal(headers['svc-delivery-id'], delivery?.id)
    }
    const numbers = receiver.arrivals.map(({ headers }) => headers['svc-attempt'])
    assert.deepEqual(numbers, ['1', '2', '3'])
  })

  test('is sent again after a replay that came while it was under way, and is not sent twice at once', async (t) => {
    const scene = await openDeliveryScene(t)
    const { app, receiver } = scene
    const webhook = await scene.register()
    let underWay = 0
    let mostUnderWay = 0
    receiver.answerWith(async () => {
      underWay += 1
      mostUnderWay = Math.max(mostUnderWay, underWay)
      if (receiver.arrivals.length === 1) {
        const [delivery] = await scene.deliveries(webhook.id)
        const url = `${app.url}/webhooks/${webhook.id}/deliveries/${delivery?.id}/replay`
        assert.equal((await call(url, { key: app.sandboxKey, method: 'POST' })).error.code, '')
      }
      underWay -= 1
      return 500
    })
    await scene.verify()
    await scene.settled()
    await scene.pass(1_000)
    assert.equal(receiver.arrivals.length, 2)
    assert.equal(mostUnderWay, 1)
    const [delivery] = await scene.deliveries(webhook.id)
    assert.equal(delivery?.attempts, 2)
    assert.equal(delivery?.replays, 1)
  })

  test('that our own stop cuts off is sent again by the next start and costs no failed attempt', async (t) => {
    const scene = await openDeliveryScene(t, { settings: { SVC_STOP_TIMEOUT: '0' } })
    const { app, receiver } = scene
    receiver.answerWith(() => undefined)
    const webhook = await scene.register()
    await scene.verify()
    await until(() => receiver.arrivals.length === 1)
    let isStopped = false
    const stopping = app.server.stop().then(() => {
      isStopped = true
    })
    await until(() => {
      app.clock.advance(1)
      return isStopped
    })
    await stopping
    receiver.answerWith(() => 500)
    const again = await scene.startAgain()
    await again.deliveries.idle()
    const file = rawOf(t, app.appliance)
    const row = file
      .prepare(
        'select state, attempts, failed_attempts from webhook_deliveries where webhook_id = ?',
      )
      .get(webhook.id)
    assert.deepEqual(row, { state: 'pending', attempts: 2, failed_attempts: 1 })
    const log = file.prepare('select number, error from webhook_attempts order by number').all()
    assert.deepEqual(log, [
      { number: 1, error: 'interrupted' },
      { number: 2, error: 'bad_status' },
    ])
  })

  test('does not wait for a webhook whose row is damaged', notAgain, async (t) => {
    const scene = await openDeliveryScene(t)
    const damaged = await scene.register({ url: `${scene.receiver.url}/damaged` })
    const file = rawOf(t, scene.app.appliance)
    file
      .prepare(`update webhooks set secrets = ?, version = 9 where id = ?`)
      .run(Buffer.of(0), damaged.id)
    await scene.register({ url: `${scene.receiver.url}/sound` })
    await scene.verify()
    await scene.settled()
    assert.deepEqual(
      scene.receiver.arrivals.map(({ path }) => path),
      ['/sound'],
    )
  })

  test('that another process wrote is found within a second', async (t) => {
    const scene = await openDeliveryScene(t)
    const webhook = await scene.register()
    await scene.verify()
    await scene.settled()
    const file = rawOf(t, scene.app.appliance)
    file.exec(`update webhook_deliveries set state = 'pending', priority = 'retry', replays = 1`)
    await scene.pass(1_000)
    assert.equal(scene.receiver.arrivals.length, 2)
    assert.equal((await scene.deliveries(webhook.id))[0]?.status, 'delivered')
  })

  test('is not sent any more once its webhook is deleted or deactivated', notAgain, async (t) => {
    const scene = await openDeliveryScene(t)
    const { app, receiver } = scene
    receiver.answerWith(() => 500)
    const deleted = await scene.register({ url: `${receiver.url}/deleted` })
    const inactive = await scene.register({ url: `${receiver.url}/inactive` })
    await scene.verify()
    await scene.settled()
    const key = app.sandboxKey
    await call(`${app.url}/webhooks/${deleted.id}`, { key, method: 'DELETE' })
    const json = { active: false }
    await call(`${app.url}/webhooks/${inactive.id}`, { key, method: 'PATCH', json })
    await scene.pass(24 * 60 * 60_000)
    assert.equal(receiver.arrivals.length, 2)
    assert.equal((await scene.deliveries(inactive.id))[0]?.status, 'cancelled')
  })
})

describe('the health of a webhook', () => {
  test('fails from the first failed attempt until something arrives; each alert comes once', async (t) => {
    const scene = await openDeliveryScene(t)
    const { app, receiver } = scene
    receiver.answerWith(() => 500)
    const webhook = await scene.register()
    const read = async () =>
      (await call(`${app.url}/webhooks/${webhook.id}`, { key: app.sandboxKey })).data
    assert.equal((await read()).failing_since, null)
    const failedAt = new Date(app.clock.now()).toISOString()
    await scene.verify()
    await scene.verify()
    await scene.settled()
    assert.equal((await read()).failing_since, failedAt)
    assert.deepEqual(await scene.alertKinds(webhook.id), ['failing'])
    for (const minutes of [1, 5, 30, 120]) await scene.pass(minutes * 60_000)
    assert.deepEqual(await scene.alertKinds(webhook.id), ['exhausted', 'failing'])
    assert.equal((await read()).active, true)
    receiver.answerWith(() => 200)
    await scene.pass(1)
    await scene.verify()
    await scene.settled()
    assert.equal((await read()).failing_since, null)
    assert.deepEqual(await scene.alertKinds(webhook.id), ['recovered', 'exhausted', 'failing'])
  })

  test(
    'a receiver that is gone stays active unless the operator chose otherwise',
    notAgain,
    async (t) => {
      for (const [choice, active] of [
        ['no', true],
        ['yes', false],
      ] as const) {
        const settings = { SVC_WEBHOOK_DEACTIVATE_ON_GONE: choice }
        const scene = await openDeliveryScene(t, { settings })
        scene.receiver.answerWith(() => 410)
        const webhook = await scene.register()
        await scene.verify()
        await scene.settled()
        const url = `${scene.app.url}/webhooks/${webhook.id}`
        assert.equal((await call(url, { key: scene.app.sandboxKey })).data.active, active)
        const [delivery] = await scene.deliveries(webhook.id)
        assert.equal(delivery?.status, active ? 'pending' : 'cancelled')
        const kinds = await scene.alertKinds(webhook.id)
        assert.deepEqual(kinds.toSorted(), active ? ['failing'] : ['failing', 'gone'])
      }
    },
  )
})
