import assert from 'node:assert/strict'
import { test } from 'node:test'
import { preferredNode } from '../../../server/deliveries/preferred-node.ts'
import { call } from '../../support/api-client.ts'
import { openInstallation } from '../../support/nodes.ts'
import { awaTeranga } from '../../support/person.ts'
import { startLedgerReceiver } from '../../support/scenes/delivery-scene.ts'
import { until } from '../../support/turns.ts'

test('a webhook endpoint that another node holds', async (t) => {
  const scene = await openInstallation(2)
  const receiver = await startLedgerReceiver(t, scene.clock)
  t.after(() => scene.close())
  const key = await scene.key('sandbox')
  const [first, second] = scene.nodes
  assert.ok(first && second)
  const json = { url: `${receiver.url}/hook`, events: ['verification.completed'] }
  const webhookId = String((await call(`${first.url}/webhooks`, { key, json })).data.id)
  const working = first.appliance.node.workingNodes()
  const isFirst = preferredNode(webhookId, working) === first.appliance.node.id
  const [holder, other] = isFirst ? [first, second] : [second, first]
  const url = `${other.url}/webhooks/${webhookId}`

  const arrivalsAfter = async (count: number) => {
    await until(() => receiver.arrivals.length >= count)
    for (const { server } of scene.nodes) await server.deliveries.idle()
    return receiver.arrivals.length
  }
  const verify = () => call(`${other.url}/kyc/sandbox/verify`, { key, json: awaTeranga })

  await t.test('gets the events of the other node at once, without a poll', async () => {
    assert.equal((await verify()).status, 200)
    assert.equal(await arrivalsAfter(1), 1)
    const leases = await other.appliance.db.reader
      .selectFrom('webhook_leases')
      .select('node_id')
      .execute()
    assert.deepEqual(leases, [{ node_id: holder.appliance.node.id }])
  })

  await t.test('gets a replay and a test that the other node was asked for', async () => {
    const [delivery] = (await call(`${url}/deliveries`, { key })).data.items as { id: string }[]
    const replayed = await call(`${url}/deliveries/${delivery?.id}/replay`, { key, json: {} })
    assert.equal(replayed.status, 202)
    assert.equal(await arrivalsAfter(2), 2)
    assert.equal((await call(`${url}/test`, { key, json: {} })).data.delivered, true)
    assert.equal(receiver.arrivals.length, 3)
  })

  await t.test('is signed with the secret that the other node has rotated to', async () => {
    const rotated = await call(`${url}/rotate-secret`, { key, json: {} })
    assert.equal(rotated.status, 200)
    await verify()
    await arrivalsAfter(4)
    const signatures = receiver.arrivals.map(({ headers }) => headers['svc-signatures'])
    assert.equal(signatures[0], undefined)
    assert.match(String(signatures.at(-1)), /^v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/)
  })
})
