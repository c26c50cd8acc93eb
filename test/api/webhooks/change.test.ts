import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inTransaction } from '../../../server/db/transaction.ts'
import { countPending } from '../../../server/deliveries/delivery-view.ts'
import { publishEvent } from '../../../server/deliveries/publish-event.ts'
import { aDelivery, keepDeliveries } from '../../support/deliveries.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { turns } from '../../support/turns.ts'
import { openWebhookClient, type WebhookClient } from './webhook-client.ts'

/** Tells every webhook that is subscribed of something that happened to nobody. */
async function happen({ app }: WebhookClient): Promise<void> {
  // Nobody is told to send it, so it waits.
  const needs = { ...app.appliance, wakeDeliveries: () => {} }
  await inTransaction(app.appliance.db, (trx) =>
    publishEvent(needs, trx, {
      environment: 'live',
      type: 'verification.completed',
      subjectId: 'ver_00000000000000000000000000',
      payload: {},
      dataKey: undefined,
    }),
  )
}

async function statesOf({ app }: WebhookClient, id: string): Promise<readonly unknown[]> {
  const rows = await app.appliance.db.reader
    .selectFrom('webhook_deliveries')
    .select(['state', 'finished_at'])
    .where('webhook_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ state, finished_at }) => [state, finished_at])
}

describe('changing a webhook', () => {
  const client = openedBefore(openWebhookClient)

  const changes: readonly Readonly<Record<string, unknown>>[] = [
    { url: 'https://127.0.0.1:9555/other' },
    { events: ['verification.failed'] },
    { description: 'Casablanca' },
    { active: false },
    { timestamp_mode: 'event' },
    { url: 'https://127.0.0.1:9556/', active: true, events: ['verification.completed'] },
  ]
  for (const change of changes) {
    test(`changes ${Object.keys(change).join(', ')} and nothing else`, async () => {
      const { secret, ...before } = await client.register({ description: 'Dakar' })
      const { status, data } = await client.patch(before.id, { ...change, colour: 'green' })
      assert.equal(status, 200)
      assert.deepEqual(data, { ...before, ...change })
      assert.deepEqual(await client.get(before.id), data)
      assert.match(secret, /^whsec_/)
    })
  }

  test('removes a description with an empty text', async () => {
    const { id } = await client.register({ description: 'Dakar' })
    const { status, data } = await client.patch(id, { description: '' })
    assert.deepEqual([status, 'description' in data], [200, false])
  })

  test('does nothing at all where one of the fields is wrong', async () => {
    const { secret: _, ...before } = await client.register()
    const { status } = await client.patch(before.id, { description: 'x', active: 'no' })
    assert.equal(status, 400)
    assert.deepEqual(await client.get(before.id), before)
  })

  test('loses neither of two changes that are made at the same time', async () => {
    const { id } = await client.register()
    await Promise.all([
      client.patch(id, { description: 'Dakar' }),
      client.patch(id, { timestamp_mode: 'event' }),
      client.rotate(id),
    ])
    const { description, timestamp_mode, secret_rotation } = await client.get(id)
    assert.deepEqual([description, timestamp_mode], ['Dakar', 'event'])
    assert.notEqual(secret_rotation, null)
  })

  test('calls off what waits to be sent when it deactivates, and only then', async () => {
    const { id } = await client.register()
    const other = await client.register()
    await happen(client)
    await client.patch(id, { description: 'still active', active: true })
    assert.deepEqual((await statesOf(client, id)).flat()[0], 'pending')
    await client.patch(id, { active: false })
    assert.deepEqual(await statesOf(client, id), [['cancelled', client.app.clock.now()]])
    assert.deepEqual(await statesOf(client, other.id), [['pending', null]])
    await client.remove(other.id)
  })

  test('sends nothing old after activation, only new events', async () => {
    const { id } = await client.register()
    await happen(client)
    await client.patch(id, { active: false })
    await happen(client)
    await client.patch(id, { active: true })
    assert.equal((await statesOf(client, id)).length, 1)
    await happen(client)
    const states = (await statesOf(client, id)).map((row) => (row as unknown[])[0])
    assert.deepEqual(states.sort(), ['cancelled', 'pending'])
    await client.remove(id)
  })
})

describe('deleting a webhook', () => {
  const client = openedBefore(openWebhookClient)

  test('says so once; after that there is none', async () => {
    const { id } = await client.register()
    const { status, data } = await client.remove(id)
    assert.deepEqual([status, data], [200, { id, deleted: true }])
    const later = [
      client.remove(id),
      client.ask(`/${id}`),
      client.patch(id, { active: true }),
      client.test(id),
      client.rotate(id),
    ]
    for (const { status, error } of await Promise.all(later)) {
      assert.deepEqual([status, error.code], [404, 'not_found'])
    }
    assert.ok((await client.list()).every((one) => one.id !== id))
  })

  test('calls off what waits, keeps what was, and forgets every secret', async () => {
    const { id } = await client.register()
    await happen(client)
    await client.remove(id)
    assert.deepEqual(await statesOf(client, id), [['cancelled', client.app.clock.now()]])
    const row = await client.app.appliance.db.reader
      .selectFrom('webhooks')
      .select(['secrets', 'client_key', 'client_certificate', 'active'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    assert.deepEqual(row, {
      secrets: Buffer.alloc(0),
      client_key: null,
      client_certificate: null,
      active: 0,
    })
  })

  test('cancels the deliveries that wait', async () => {
    const { id } = await client.register()
    await client.remove(id)
    await happen(client)
    assert.deepEqual(await statesOf(client, id), [])
  })
})

describe('a large backlog', () => {
  const client = openedBefore(openWebhookClient)

  const endings: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
    deactivated: (id) => client.patch(id, { active: false }),
    deleted: (id) => client.remove(id),
  }
  for (const [what, end] of Object.entries(endings)) {
    test(`is cancelled completely once its webhook is ${what}`, async () => {
      const { id } = await client.register()
      const { db } = client.app.appliance
      await keepDeliveries(db, ...Array.from({ length: 1_100 }, () => aDelivery(id)))
      await end(id)
      const isLeft = async () => (await countPending(db.reader, id)) > 0
      for (let turn = 0; turn < 500_000 && (await isLeft()); turn += 1) await turns(1)
      const states = (await statesOf(client, id)).map((row) => (row as unknown[])[0])
      assert.ok(states.every((state) => state === 'cancelled'))
    })
  }
})
