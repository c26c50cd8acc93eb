import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { toIso } from '../../../server/kernel/clock.ts'
import { isSignedBy } from '../../../server/providers/smile-id/signature.ts'
import {
  credentials,
  objectOf,
  openWorld,
  prepUpload,
  queryStatus,
  signedAt,
  submit,
} from './integrator.ts'

const job = { jobId: 'kyc-1', userId: 'user-1' }

describe('A status query', () => {
  test('before the zip says so in words, signed', async (t) => {
    const world = await openWorld(t)
    await prepUpload(world, job)
    const { status, body } = await queryStatus(world, job)
    const { timestamp, signature, ...rest } = body
    assert.equal(status, 200)
    assert.equal(timestamp, toIso(world.clock.now()))
    assert.ok(isSignedBy(credentials, timestamp, signature))
    assert.deepEqual(rest, {
      code: '2302',
      job_complete: false,
      job_success: false,
      result: 'No zip uploaded yet',
    })
  })

  test('while the machine works brings an empty result', async (t) => {
    const world = await openWorld(t)
    await submit(world, job)
    world.clock.advance(1_999)
    const { body } = await queryStatus(world, job)
    assert.deepEqual([body.result, body.job_complete, body.code], [{}, false, '2302'])
    world.clock.advance(1)
    assert.equal((await queryStatus(world, job)).body.job_complete, true)
  })

  test('brings the provisional result first and the final one after the review', async (t) => {
    const world = await openWorld(t, { reviewDelayMs: 60_000 })
    await submit(world, { ...job, idInfo: { country: 'SN', id_number: 'DEMO-PROVISIONAL' } })
    world.clock.advance(2_000)
    const first = (await queryStatus(world, job)).body
    assert.deepEqual([first.job_complete, first.job_success], [false, false])
    assert.equal(objectOf(first.result).ResultCode, '0814')
    assert.equal(objectOf(first.result).IsFinalResult, 'false')
    world.clock.advance(60_000)
    const last = (await queryStatus(world, job)).body
    assert.deepEqual([last.job_complete, last.job_success], [true, true])
    assert.equal(objectOf(last.result).ResultCode, '0810')
    assert.equal(objectOf(objectOf(last.result).Actions).Human_Review_Document_Check, 'Passed')
  })

  test('brings the same final result whenever it is asked', async (t) => {
    const world = await openWorld(t)
    await submit(world, job)
    world.clock.advance(2_000)
    const now = (await queryStatus(world, job)).body.result
    world.clock.advance(30 * 24 * 60 * 60 * 1000)
    assert.deepEqual((await queryStatus(world, job)).body.result, now)
  })

  test('echoes the partner parameters with their extras', async (t) => {
    const world = await openWorld(t)
    const partner_params = { user_id: 'user-1', job_id: 'kyc-1', job_type: 6, tenant: 'demo' }
    await submit(world, { ...job, prep: { partner_params } })
    world.clock.advance(2_000)
    const { result } = (await queryStatus(world, job)).body
    assert.deepEqual(objectOf(result).PartnerParams, partner_params)
  })

  test('brings links and history only when asked for them', async (t) => {
    const world = await openWorld(t)
    await submit(world, { ...job, idInfo: { country: 'SN', id_number: 'DEMO-PROVISIONAL' } })
    world.clock.advance(10_000)
    const plain = (await queryStatus(world, job)).body
    assert.ok(!('history' in plain) && !('image_links' in plain))
    const { body } = await queryStatus(world, job, { history: true, image_links: true })
    assert.ok(Array.isArray(body.history))
    const codes = body.history.map((result) => objectOf(result).ResultCode)
    assert.deepEqual(codes, ['0814'])
    const links = objectOf(body.image_links)
    assert.deepEqual(Object.keys(links), ['selfie_image', 'id_card_image', 'id_card_back'])
    assert.equal((await fetch(String(links.selfie_image))).status, 404, 'no picture is kept')
  })

  test('brings the earlier jobs of the same user as history', async (t) => {
    const world = await openWorld(t)
    const declined = { country: 'SN', id_number: 'DEMO-DECLINED' }
    await submit(world, { ...job, idInfo: declined })
    world.clock.advance(2_000)
    await submit(world, { jobId: 'kyc-2', userId: 'user-1' })
    await submit(world, { jobId: 'kyc-3', userId: 'somebody else' })
    world.clock.advance(2_000)
    const { body } = await queryStatus(world, { ...job, jobId: 'kyc-2' }, { history: true })
    assert.ok(Array.isArray(body.history))
    const jobIds = body.history.map((result) => objectOf(objectOf(result).PartnerParams).job_id)
    assert.deepEqual(jobIds, ['kyc-1'])
  })

  const refusals: readonly (readonly [string, string, Record<string, unknown>])[] = [
    ['without a partner id', '2213', { partner_id: undefined }],
    ['without a job id', '2213', { job_id: undefined }],
    ['without a user id', '2213', { user_id: '' }],
    ['without a signature', '2213', { signature: undefined }],
    ['with history as text', '2204', { history: 'true' }],
    ['with a job id that is no text', '2204', { job_id: 7 }],
    ['with a wrong signature', '2205', { signature: 'x'.repeat(44) }],
    ['of an unknown partner', '2205', { partner_id: '2' }],
    ['for an unknown job', '2304', { job_id: 'nobody' }],
    ['for the job of another user', '2304', { user_id: 'user-2' }],
  ]
  for (const [what, code, changes] of refusals) {
    test(`${what} is refused with ${code}`, async (t) => {
      const world = await openWorld(t)
      await prepUpload(world, job)
      const { status, body } = await queryStatus(world, job, changes)
      assert.deepEqual([status, body.code], [400, code])
    })
  }

  test('with a stale timestamp is refused with 2205', async (t) => {
    const world = await openWorld(t)
    await prepUpload(world, job)
    const stale = signedAt(world.clock)
    world.clock.advance(300_001)
    assert.equal((await queryStatus(world, job, stale)).body.code, '2205')
  })
})
