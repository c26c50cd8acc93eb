import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:https'
import { describe, type TestContext, test } from 'node:test'
import {
  instantOfTimestamp,
  isAuthenticCall,
} from '../../../server/demo/smile-id-simulator/request-signature.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import {
  type CertifiedKey,
  certifyExpiredServer,
  certifyServer,
  certifyWrongHost,
  makeAuthority,
} from '../../support/tls.ts'
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

describe('The manual clock', () => {
  test('stands still until it is moved', () => {
    const clock = new ManualClock(1_000)
    assert.equal(clock.now(), 1_000)
    clock.advance(500)
    assert.equal(clock.now(), 1_500)
  })

  test('runs due work in order of its instant, at that instant', () => {
    const clock = new ManualClock(0)
    const seen: string[] = []
    const note = (name: string) => () => seen.push(`${name} at ${clock.now()}`)
    clock.after(300, note('late'))
    clock.after(100, note('early'))
    clock.after(100, note('early too'))
    clock.after(-5, note('overdue'))
    clock.after(301, note('never'))
    assert.deepEqual(seen, [])
    clock.advance(300)
    assert.deepEqual(seen, ['overdue at 0', 'early at 100', 'early too at 100', 'late at 300'])
    assert.equal(clock.pendingCount, 1)
  })

  test('runs work that work has scheduled, when it falls due in time', () => {
    const clock = new ManualClock(0)
    const seen: number[] = []
    const tick = () => {
      seen.push(clock.now())
      clock.after(100, tick)
    }
    clock.after(100, tick)
    clock.advance(350)
    assert.deepEqual(seen, [100, 200, 300])
    assert.equal(clock.now(), 350)
  })

  test('forgets work that was cancelled', () => {
    const clock = new ManualClock(0)
    const cancel = clock.after(10, () => assert.fail('was cancelled'))
    cancel()
    clock.advance(20)
    cancel()
  })
})

const authority = await makeAuthority()

/** Status of the catalogue, asked for by somebody who trusts `trusted` alone. */
async function askOverTls(t: TestContext, tls: CertifiedKey, trusted = authority) {
  const { simulator } = await openWorld(t, { tls })
  assert.match(simulator.baseUrl, /^https:\/\/127\.0\.0\.1:\d+\/v1$/)
  const call = request(`${simulator.baseUrl}/services`, { ca: trusted.cert, agent: false })
  call.end()
  const [response] = await once(call, 'response')
  response.resume()
  return response.statusCode
}

describe('A certificate of the test authority', () => {
  test('is accepted by who trusts that authority', async (t) => {
    assert.equal(await askOverTls(t, await certifyServer(authority)), 200)
  })

  test('is refused by who trusts another one', async (t) => {
    const call = askOverTls(t, await certifyServer(authority), await makeAuthority())
    await assert.rejects(call, { code: /UNABLE_TO_VERIFY|SIGNATURE_FAILURE|SELF_SIGNED/ })
  })

  test('is refused after its end', async (t) => {
    const call = askOverTls(t, await certifyExpiredServer(authority))
    await assert.rejects(call, { code: 'CERT_HAS_EXPIRED' })
  })

  test('is refused for another host', async (t) => {
    const call = askOverTls(t, await certifyWrongHost(authority))
    await assert.rejects(call, { code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
  })
})

const instantMs = Date.UTC(2026, 0, 2, 3, 4, 5, 678)

const wholeSecondMs = Date.UTC(2026, 0, 2, 3, 4, 5)

describe('A timestamp', () => {
  const readable: readonly (readonly [string, string | number, number])[] = [
    ['of JavaScript', '2026-01-02T03:04:05.678Z', instantMs],
    ['of Python', '2026-01-02T03:04:05.678901+00:00', instantMs],
    ['of Ruby', '2026-01-02 03:04:05 +0000', wholeSecondMs],
    ['of Ruby elsewhere', '2026-01-02 04:04:05 +0100', wholeSecondMs],
    ['without a fraction', '2026-01-02T03:04:05Z', wholeSecondMs],
    ['with a short fraction', '2026-01-02T03:04:05.6Z', wholeSecondMs + 600],
    ['without a zone', '2026-01-02T03:04:05.678', instantMs],
    ['in epoch milliseconds', instantMs, instantMs],
    ['in epoch milliseconds as text', String(instantMs), instantMs],
  ]
  for (const [what, timestamp, expected] of readable) {
    test(`${what} is read`, () => assert.equal(instantOfTimestamp(timestamp), expected))
  }

  const unreadable = ['', 'now', '2026-01-02', '2026-13-02T03:04:05Z', '1767323045', 1.5, 1e300]
  for (const timestamp of unreadable) {
    test(`${JSON.stringify(timestamp)} is not one`, () =>
      assert.equal(instantOfTimestamp(timestamp), undefined))
  }
})

test('The published test vector is authentic', () => {
  const credentials = { partnerId: '2', apiKey: 'key-123' }
  const signature = 'PYOJUfGTzjc5X8/fsA4Ab9HDLUR4CUiDh7KLGFKzJZo='
  const request = { partnerId: '2', timestamp: '2026-01-02T03:04:05.678Z', signature }
  assert.ok(isAuthenticCall({ credentials, windowMs: 1 }, request, instantMs))
  assert.ok(
    !isAuthenticCall({ credentials, windowMs: 1 }, { ...request, partnerId: '3' }, instantMs),
  )
})
