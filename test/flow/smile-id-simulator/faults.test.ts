import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { describe, test } from 'node:test'
import { isSignedBy } from '../../../server/providers/smile-id/signature.ts'
import {
  credentials,
  openWorld,
  prepUpload,
  putZip,
  queryStatus,
  submit,
  uploadUrlOf,
  type World,
} from './integrator.ts'
import { documentPackage, packZip } from './package-zip.ts'

const job = { jobId: 'kyc-1' }
const zip = await packZip(documentPackage({ country: 'SN' }))

describe('A fault', () => {
  test('hits the chosen call as often as asked for', async (t) => {
    const world = await openWorld(t)
    const fault = { kind: 'status', status: 500 } as const
    world.simulator.setFault({ endpoint: 'upload', fault, calls: 2 })
    assert.equal((await prepUpload(world, job)).status, 500)
    assert.equal((await queryStatus(world, job)).status, 400, 'another call is not hit')
    assert.equal((await prepUpload(world, job)).status, 500)
    assert.equal((await prepUpload(world, job)).status, 200)
  })

  test('hits every call until it is cleared', async (t) => {
    const world = await openWorld(t)
    const fault = { kind: 'status', status: 503, retryAfterSeconds: 7 } as const
    world.simulator.setFault({ endpoint: 'all', fault })
    for (let call = 0; call < 5; call += 1) {
      assert.equal((await queryStatus(world, job)).status, 503)
    }
    const response = await fetch(`${world.simulator.baseUrl}/services`)
    assert.equal(response.headers.get('retry-after'), '7')
    world.simulator.clearFaults()
    assert.equal((await prepUpload(world, job)).status, 200)
  })

  test('before the call keeps it from taking effect', async (t) => {
    const world = await openWorld(t)
    const url = uploadUrlOf(await prepUpload(world, job))
    const fault = { kind: 'status', status: 500 } as const
    world.simulator.setFault({ endpoint: 'put', fault, calls: 1 })
    const answer = await putZip(url, zip)
    assert.equal(answer.status, 500)
    assert.match(answer.text, /<Code>InternalError</)
    assert.equal(world.simulator.ledger()[0]?.uploads, 0)
  })

  test('after the call lets it take effect and hides the answer', async (t) => {
    const world = await openWorld(t)
    const url = uploadUrlOf(await prepUpload(world, job))
    const fault = { kind: 'reset' } as const
    world.simulator.setFault({ endpoint: 'put', fault, when: 'after', calls: 1 })
    await assert.rejects(putZip(url, zip))
    assert.equal(world.simulator.ledger()[0]?.paid, 1)
    assert.deepEqual((await queryStatus(world, job)).body.result, {})
  })

  test('that is badly written is refused', async (t) => {
    const { simulator } = await openWorld(t)
    const fault = { kind: 'status', status: 99 } as const
    assert.throws(() => simulator.setFault({ endpoint: 'all', fault }))
  })
})

describe('The kinds of faults', () => {
  test('slow: the answer comes late, by the clock', async (t) => {
    const world = await openWorld(t)
    const fault = { kind: 'slow', delayMs: 30_000 } as const
    world.simulator.setFault({ endpoint: 'upload', fault, when: 'before' })
    let isAnswered = false
    const answer = prepUpload(world, job).finally(() => {
      isAnswered = true
    })
    await queryStatus(world, job)
    while (world.clock.pendingCount === 0) await queryStatus(world, job)
    world.clock.advance(29_999)
    await queryStatus(world, job)
    assert.ok(!isAnswered)
    world.clock.advance(1)
    assert.equal((await answer).status, 200)
  })

  test('hang: no answer ever comes, until the partner hangs up', async (t) => {
    const world = await openWorld(t)
    world.simulator.setFault({ endpoint: 'upload', fault: { kind: 'hang' }, calls: 1 })
    const hanging = await startHangingCall(world)
    assert.equal((await prepUpload(world, job)).status, 200, 'the fault is used up')
    assert.ok(!hanging.isAnswered())
    hanging.hangUp()
  })

  test('hang: does not keep the simulator from closing', async (t) => {
    const world = await openWorld(t)
    world.simulator.setFault({ endpoint: 'upload', fault: { kind: 'hang' } })
    const hanging = await startHangingCall(world)
    await world.simulator.close()
    assert.ok(!hanging.isAnswered())
  })

  test('reset: the connection breaks', async (t) => {
    const world = await openWorld(t)
    world.simulator.setFault({ endpoint: 'upload', fault: { kind: 'reset' }, calls: 1 })
    await assert.rejects(prepUpload(world, job))
    assert.deepEqual(world.simulator.ledger(), [])
  })

  test('truncated: the JSON ends in the middle', async (t) => {
    const world = await openWorld(t)
    world.simulator.setFault({ endpoint: 'services', fault: { kind: 'truncated' } })
    const response = await fetch(`${world.simulator.baseUrl}/services`)
    assert.equal(response.status, 200)
    await assert.rejects(response.json(), SyntaxError)
  })

  test('bad_signature: the status has everything but a right signature', async (t) => {
    const world = await openWorld(t)
    await submit(world, job)
    world.simulator.setFault({ endpoint: 'job_status', fault: { kind: 'bad_signature' } })
    const { status, body } = await queryStatus(world, job)
    assert.equal(status, 200)
    assert.match(String(body.signature), /^[\w+/]{43}=$/)
    assert.ok(!isSignedBy(credentials, body.timestamp, body.signature))
  })

  test('oversized: the answer is larger than anybody needs', async (t) => {
    const world = await openWorld(t)
    const fault = { kind: 'oversized', bytes: 5_000_000 } as const
    world.simulator.setFault({ endpoint: 'upload', fault })
    const { status, text } = await prepUpload(world, job)
    assert.ok(status === 200 && text.length > 5_000_000)
  })

  test('wallet_empty: the call is refused with 402 and registers nothing', async (t) => {
    const world = await openWorld(t)
    world.simulator.setFault({ endpoint: 'upload', fault: { kind: 'wallet_empty' } })
    const { status, body } = await prepUpload(world, job)
    assert.deepEqual([status, body.code], [402, '2222'])
    assert.deepEqual(world.simulator.ledger(), [])
  })
})

/** A prep upload that has reached the simulator: another call has gone there and back since. */
async function startHangingCall(world: World) {
  const request = httpRequest(`${world.simulator.baseUrl}/upload`, { method: 'POST' })
  let isAnswered = false
  request.on('response', () => {
    isAnswered = true
  })
  request.on('error', () => {})
  request.end('{}')
  await once(request, 'finish')
  await queryStatus(world, job)
  return { isAnswered: () => isAnswered, hangUp: () => request.destroy() }
}
