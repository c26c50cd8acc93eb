import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inTransaction } from '../../../server/db/transaction.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { digestOf, onlyRequest, openWebhookClient, receiverFor } from './webhook-client.ts'

describe('a webhook whose secrets do not open', () => {
  const client = openedBefore(openWebhookClient)

  const damage = (id: string, column: 'secrets' | 'client_key') =>
    inTransaction(client.app.appliance.db, (trx) =>
      trx
        .updateTable('webhooks')
        .set({ [column]: Buffer.alloc(60, 1) })
        .where('id', '=', id)
        .execute(),
    )

  async function damaged(change?: Readonly<Record<string, unknown>>) {
    const registered = await client.register(change)
    await damage(registered.id, 'secrets')
    return registered
  }

  test('is shown as that, and hides no other from the list', async () => {
    const { secret: _, ...sound } = await client.register()
    const { secret: __, ...before } = await damaged()
    const after = { ...before, secrets_readable: false }
    assert.deepEqual(await client.get(before.id), after)
    const listed = await client.list()
    for (const one of [after, sound]) {
      assert.deepEqual(
        listed.find(({ id }) => id === one.id),
        one,
      )
    }
    assert.equal(sound.secrets_readable, true)
  })

  test('can be changed, deactivated and deleted', async () => {
    const { id } = await damaged()
    const { data } = await client.patch(id, { active: false, description: 'damaged' })
    assert.deepEqual([data.active, data.description], [false, 'damaged'])
    assert.equal((await client.remove(id)).status, 200)
    assert.equal((await client.ask(`/${id}`)).status, 404)
  })

  test('is tested only once it has another secret, which signs at once', async (t) => {
    const receiver = await receiverFor(t)
    const { id } = await damaged({ url: receiver.url })
    const { status, error } = await client.test(id)
    assert.deepEqual([status, error.code], [409, 'conflict'])
    assert.match(String(error.message), /Rotate its secret/)
    const { data } = await client.rotate(id)
    assert.deepEqual([data.secret_rotation, data.secrets_readable], [null, true])
    assert.equal((await client.test(id)).data.delivered, true)
    const request = onlyRequest(receiver)
    assert.equal(request.headers['svc-signature'], digestOf(String(data.secret), request))
  })
})
