// Every node has the whole schedule; the minute of the schedule decides, not the moment at which a node notices it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fire, type ScheduledTask } from '../../../server/schedule.ts'
import { call } from '../../support/api-client.ts'
import { openInstallation } from '../../support/nodes.ts'

test('a scheduled task runs once a minute over all nodes, one of each node on each', async (t) => {
  const { nodes, close } = await openInstallation(3)
  t.after(close)
  const ran = { once: 0, each: 0 }
  const count = (name: 'once' | 'each') => async () => {
    ran[name] += 1
    return 1
  }
  const once: ScheduledTask = { name: 'prune_jobs', when: '* * * * *', run: count('once') }
  const each: ScheduledTask = {
    ...once,
    name: 'record_refusals',
    nodes: 'each',
    run: count('each'),
  }
  const { signal } = new AbortController()
  const minute = 60_000
  for (const [late, { appliance }] of nodes.entries()) {
    await fire(appliance, once, 5 * minute + late * 900, signal)
    await fire(appliance, each, 5 * minute + late * 900, signal)
  }
  assert.deepEqual(ran, { once: 1, each: 3 })
  await Promise.all(nodes.map(({ appliance }) => fire(appliance, once, 6 * minute, signal)))
  assert.equal(ran.once, 2)
  assert.equal(nodes.flatMap(({ of }) => of('prune_jobs')).length, 2)
})

test('a drained node is not ready, and the others are', async (t) => {
  const { nodes, close } = await openInstallation(2)
  t.after(close)
  const [one, other] = nodes
  assert.ok(one && other)
  const { node, db } = one.appliance
  await db.write((trx) =>
    trx.updateTable('nodes').set({ draining_since: 1 }).where('id', '=', node.id).execute(),
  )
  await node.beat()
  const failed = async ({ server }: typeof one) =>
    (await server.readiness.check()).filter(({ ok }) => !ok).map(({ name }) => name)
  assert.deepEqual(await failed(one), ['draining'])
  assert.deepEqual(await failed(other), [])
  assert.equal((await call(`${one.server.url}/healthz`)).status, 200)
})
