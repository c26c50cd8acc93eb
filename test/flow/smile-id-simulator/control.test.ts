import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openReceiver } from './callback-receiver.ts'
import { openWorld, postJson, prepUpload, send, submit, type World } from './integrator.ts'

function control(world: World, path: string): string {
  return world.simulator.baseUrl.replace(/\/v1$/, `/control/${path}`)
}

test('The ledger can be read over HTTP, with counts and without a name', async (t) => {
  const world = await openWorld(t)
  const idInfo = { country: 'SN', first_name: 'Unverkennbar', last_name: 'Exemplaire' }
  await submit(world, { jobId: 'kyc-1', idInfo })
  const { body, text } = await send(control(world, 'ledger'))
  assert.deepEqual(body, { jobs: JSON.parse(JSON.stringify(world.simulator.ledger())) })
  assert.doesNotMatch(text, /Unverkennbar|Exemplaire/i)
  assert.deepEqual(world.simulator.ledger(), [
    {
      jobId: 'kyc-1',
      userId: 'user of kyc-1',
      jobType: 6,
      smileJobId: '0000000001',
      registeredAt: '2026-11-21T09:00:00.000Z',
      registrations: 1,
      uploads: 1,
      paid: 1,
      images: ['selfie', 'front', 'back'],
      outcome: 'approved',
      finalAt: '2026-11-21T09:00:02.000Z',
      callbacks: [],
    },
  ])
})

test('Faults can be set and cleared over HTTP', async (t) => {
  const world = await openWorld(t)
  const rule = { endpoint: 'upload', fault: { kind: 'status', status: 500 } }
  assert.equal((await postJson(control(world, 'faults'), rule)).status, 200)
  assert.equal((await prepUpload(world, { jobId: 'a' })).status, 500)
  assert.equal((await send(control(world, 'faults'), { method: 'DELETE' })).status, 200)
  assert.equal((await prepUpload(world, { jobId: 'a' })).status, 200)
})

test('Callbacks can be ordered over HTTP', async (t) => {
  const world = await openWorld(t)
  const receiver = await openReceiver(t)
  await postJson(control(world, 'callbacks'), { automatic: 'off' })
  await submit(world, { jobId: 'kyc-1', prep: { callback_url: receiver.url } })
  world.clock.advance(2_000)
  const order = { jobId: 'kyc-1', mode: 'badly_signed' }
  const { body } = await postJson(control(world, 'callbacks'), order)
  assert.deepEqual(body, { attempts: [{ kind: 'answered', status: 200 }] })
  assert.equal(receiver.received.length, 1)
})

test('A control that a web page could forge, or that is malformed, changes nothing', async (t) => {
  const world = await openWorld(t)
  const rule = JSON.stringify({ endpoint: 'all', fault: { kind: 'hang' } })
  const asText = { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: rule }
  assert.equal((await send(control(world, 'faults'), asText)).status, 400)
  assert.equal((await postJson(control(world, 'faults'), { endpoint: 'all' })).status, 400)
  assert.equal((await postJson(control(world, 'callbacks'), { automatic: 'on' })).status, 400)
  assert.equal((await send(control(world, 'nothing'))).status, 404)
  assert.equal((await prepUpload(world, { jobId: 'a' })).status, 200)
})
