import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isLoopbackUrl } from '../../../server/demo/smile-id-simulator/callback-post.ts'
import { toIso } from '../../../server/kernel/clock.ts'
import { isSignedBy } from '../../../server/providers/smile-id/signature.ts'
import { certifyServer, makeAuthority } from '../../support/tls.ts'
import { openReceiver, type Received } from './callback-receiver.ts'
import {
  credentials,
  objectOf,
  openWorld,
  prepUpload,
  putZip,
  submit,
  uploadUrlOf,
  type World,
} from './integrator.ts'
import { documentPackage, packZip } from './package-zip.ts'

const job = { jobId: 'kyc-1' }
const twoStages = { country: 'SN', id_number: 'DEMO-PROVISIONAL' }

function isSigned({ body }: Received): boolean {
  return isSignedBy(credentials, body.timestamp, body.signature)
}

function codesOf(received: readonly Received[]): readonly unknown[] {
  return received.map(({ body }) => body.ResultCode)
}

async function advance({ clock, simulator }: World, ms: number): Promise<void> {
  clock.advance(ms)
  await simulator.callbacksSettled()
}

async function openBoth(t: Parameters<typeof openWorld>[0]) {
  return { world: await openWorld(t), receiver: await openReceiver(t) }
}

describe('A callback', () => {
  test('is the bare result, signed at the time of sending, with links to the images', async (t) => {
    const { world, receiver } = await openBoth(t)
    await submit(world, { ...job, prep: { callback_url: receiver.url } })
    await advance(world, 2_000)
    const [callback] = receiver.received
    assert.ok(callback && isSigned(callback))
    assert.equal(callback.body.ResultCode, '0810')
    assert.equal(objectOf(callback.body.PartnerParams).job_id, 'kyc-1')
    assert.equal(callback.body.timestamp, toIso(world.clock.now()))
    assert.ok('id_card_back' in objectOf(callback.body.ImageLinks))
    assert.deepEqual(world.simulator.ledger()[0]?.callbacks, [
      { stage: 'final', attempts: 1, delivered: true },
    ])
  })

  test('comes twice if a person has to decide: provisional, then final', async (t) => {
    const { world, receiver } = await openBoth(t)
    await submit(world, { ...job, idInfo: twoStages, prep: { callback_url: receiver.url } })
    await advance(world, 2_000)
    assert.deepEqual(codesOf(receiver.received), ['0814'])
    await advance(world, 6_000)
    assert.deepEqual(codesOf(receiver.received), ['0814', '0810'])
  })

  test('that is not received is tried four times with the same bytes, then given up', async (t) => {
    const { world, receiver } = await openBoth(t)
    receiver.answerWith(500)
    await submit(world, { ...job, prep: { callback_url: receiver.url } })
    await advance(world, 2_000)
    for (const delayMs of [10_000, 60_000, 300_000]) {
      const before = receiver.received.length
      await advance(world, delayMs - 1)
      assert.equal(receiver.received.length, before)
      await advance(world, 1)
      assert.equal(receiver.received.length, before + 1)
    }
    await advance(world, 24 * 60 * 60 * 1000)
    assert.equal(new Set(receiver.received.map(({ text }) => text)).size, 1)
    assert.deepEqual(world.simulator.ledger()[0]?.callbacks, [
      { stage: 'final', attempts: 4, delivered: false },
    ])
  })

  test('that is not answered within 35 seconds is tried again', async (t) => {
    const { world, receiver } = await openBoth(t)
    receiver.answerWith('nothing')
    await submit(world, { ...job, prep: { callback_url: receiver.url } })
    const arrival = receiver.arrival()
    world.clock.advance(2_000)
    await arrival
    receiver.answerWith(200)
    await advance(world, 35_000)
    await advance(world, 10_000)
    assert.deepEqual(world.simulator.ledger()[0]?.callbacks, [
      { stage: 'final', attempts: 2, delivered: true },
    ])
  })

  test('that is redirected is not received, and the redirection not followed', async (t) => {
    const { world, receiver } = await openBoth(t)
    receiver.answerWith(302)
    await submit(world, { ...job, prep: { callback_url: receiver.url } })
    await advance(world, 2_000)
    receiver.answerWith(204)
    await advance(world, 10_000)
    assert.deepEqual(world.simulator.ledger()[0]?.callbacks, [
      { stage: 'final', attempts: 2, delivered: true },
    ])
  })

  test('reaches a receiver that speaks TLS when its authority is known', async (t) => {
    const authority = await makeAuthority()
    const receiver = await openReceiver(t, await certifyServer(authority))
    const world = await openWorld(t, { callbackAuthority: authority.cert })
    await submit(world, { ...job, prep: { callback_url: receiver.url } })
    await advance(world, 2_000)
    assert.deepEqual(codesOf(receiver.received), ['0810'])
  })

  test('is not sent a second time because of a second zip', async (t) => {
    const { world, receiver } = await openBoth(t)
    const zip = await packZip(documentPackage({ country: 'SN' }))
    const url = uploadUrlOf(await prepUpload(world, job, { callback_url: receiver.url }))
    await putZip(url, zip)
    await putZip(url, zip)
    await advance(world, 2_000)
    assert.deepEqual(codesOf(receiver.received), ['0810'])
  })

  test('is never sent to another machine', async (t) => {
    const world = await openWorld(t)
    await submit(world, { ...job, prep: { callback_url: 'https://bank.example/smile' } })
    await advance(world, 2_000)
    assert.deepEqual(world.simulator.ledger()[0]?.callbacks, [
      { stage: 'final', attempts: 1, delivered: false },
    ])
    assert.deepEqual(await world.simulator.deliverCallbacks('kyc-1', 'again'), [
      { kind: 'failed', reason: 'address_not_allowed' },
    ])
  })

  test('can be late, for jobs that come after that was asked for', async (t) => {
    const { world, receiver } = await openBoth(t)
    world.simulator.setAutomaticCallbacks({ delayMs: 3_600_000 })
    await submit(world, { ...job, prep: { callback_url: receiver.url } })
    await advance(world, 3_601_999)
    assert.equal(receiver.received.length, 0)
    await advance(world, 1)
    assert.deepEqual(codesOf(receiver.received), ['0810'])
  })
})

describe('On demand a callback', () => {
  async function openTold(t: Parameters<typeof openWorld>[0]) {
    const { world, receiver } = await openBoth(t)
    await submit(world, { ...job, idInfo: twoStages, prep: { callback_url: receiver.url } })
    await advance(world, 8_000)
    assert.equal(receiver.received.length, 2)
    world.clock.advance(60_000)
    const deliver = async (mode: Parameters<World['simulator']['deliverCallbacks']>[1]) => {
      const attempts = await world.simulator.deliverCallbacks('kyc-1', mode)
      assert.ok(attempts.every((a) => a.kind === 'answered' && a.status === 200))
      return receiver.received.slice(2)
    }
    return { told: receiver.received.slice(0, 2), deliver }
  }

  test('comes again with a fresh signature', async (t) => {
    const { told, deliver } = await openTold(t)
    const [again, ...more] = await deliver('again')
    assert.ok(again && isSigned(again) && more.length === 0)
    assert.equal(again.body.ResultCode, '0810')
    assert.notEqual(again.body.timestamp, told[1]?.body.timestamp)
  })

  test('is replayed byte by byte', async (t) => {
    const { told, deliver } = await openTold(t)
    const replayed = await deliver('replayed')
    assert.deepEqual(
      replayed.map(({ text }) => text),
      [told[1]?.text],
    )
  })

  test('is badly signed', async (t) => {
    const { deliver } = await openTold(t)
    const [forged] = await deliver('badly_signed')
    assert.ok(forged && !isSigned(forged))
    assert.match(String(forged.body.signature), /^[\w+/]{43}=$/)
  })

  test('comes in the wrong order', async (t) => {
    const { deliver } = await openTold(t)
    assert.deepEqual(codesOf(await deliver('reordered')), ['0810', '0814'])
  })

  test('is 1.5 MB large', async (t) => {
    const { deliver } = await openTold(t)
    const [large] = await deliver('large')
    assert.ok(large && isSigned(large))
    assert.equal(large.text.length, 1_500_000)
  })

  test('does not come if there is no result', async (t) => {
    const { world, receiver } = await openBoth(t)
    await submit(world, { ...job, prep: { callback_url: receiver.url } })
    assert.deepEqual(await world.simulator.deliverCallbacks('kyc-1', 'again'), [])
    assert.deepEqual(await world.simulator.deliverCallbacks('unknown', 'again'), [])
  })

  test('is the only one when automatic callbacks are off', async (t) => {
    const { world, receiver } = await openBoth(t)
    world.simulator.setAutomaticCallbacks('off')
    await submit(world, { ...job, prep: { callback_url: receiver.url } })
    await advance(world, 60_000)
    assert.equal(receiver.received.length, 0)
    await world.simulator.deliverCallbacks('kyc-1', 'again')
    assert.equal(receiver.received.length, 1)
  })
})

describe('An address of this machine', () => {
  const own = ['http://127.0.0.1:1/', 'http://127.9.8.7/', 'https://localhost/', 'http://[::1]/']
  const foreign = [
    'https://bank.example/',
    'http://127.0.0.1.bank.example/',
    'http://localhost.bank.example/',
    'http://10.0.0.1/',
    'http://0.0.0.0/',
    'http://169.254.169.254/',
    'http://[::ffff:10.0.0.1]/',
  ]
  for (const url of own) test(`is ${url}`, () => assert.ok(isLoopbackUrl(new URL(url))))
  for (const url of foreign) test(`is not ${url}`, () => assert.ok(!isLoopbackUrl(new URL(url))))
})
