import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { toIso } from '../../../server/kernel/clock.ts'
import { objectOf, openWorld, postJson, prepUpload, send, signedAt, submit } from './integrator.ts'

const job = { jobId: 'kyc-1', userId: 'user-1' }
const params = { user_id: 'user-1', job_id: 'kyc-1', job_type: 6 }

describe('A prep upload', () => {
  test('registers the job and names the place for its zip', async (t) => {
    const world = await openWorld(t)
    const { status, body } = await prepUpload(world, job)
    assert.equal(status, 200)
    assert.equal(body.code, '2202')
    assert.equal(body.smile_job_id, '0000000001')
    assert.match(String(body.ref_id), /^085-0000000001-\w{26}$/)
    const origin = world.simulator.baseUrl.replace(/\/v1$/, '')
    const { origin: urlOrigin, pathname } = new URL(String(body.upload_url))
    assert.equal(urlOrigin, origin)
    assert.equal(pathname, `/videos/085/${body.ref_id}/upload.zip`)
    assert.equal(world.simulator.ledger()[0]?.registrations, 1)
  })

  const refusals: readonly (readonly [string, string, Record<string, unknown>])[] = [
    ['without a partner id', '2213', { smile_client_id: undefined }],
    ['without a signature', '2213', { signature: undefined }],
    ['without a timestamp', '2213', { timestamp: undefined }],
    ['without partner_params', '2213', { partner_params: undefined }],
    ['without a job id', '2213', { partner_params: { ...params, job_id: undefined } }],
    ['with an empty user id', '2213', { partner_params: { ...params, user_id: '' } }],
    ['without a job type', '2213', { partner_params: { ...params, job_type: undefined } }],
    ['with the job type as text', '2204', { partner_params: { ...params, job_type: '6' } }],
    ['with a null among partner_params', '2204', { partner_params: { ...params, tenant: null } }],
    ['with a number among partner_params', '2204', { partner_params: { ...params, tenant: 7 } }],
    ['with retry as text', '2204', { retry: 'true' }],
    ['with a callback URL that is none', '2204', { callback_url: 'not a url' }],
    ['of an unknown partner', '2205', { smile_client_id: '2' }],
    ['whose partner id lost its zero', '2205', { smile_client_id: '85' }],
    ['signed with another key', '2205', { signature: 'x'.repeat(44) }],
    ['whose timestamp is not the signed one', '2205', { timestamp: '2026-11-21T09:00:01.000Z' }],
    ['for a job type of another endpoint', '2212', { partner_params: { ...params, job_type: 5 } }],
    ['for a job type that does not exist', '2212', { partner_params: { ...params, job_type: 99 } }],
    ['that reuses an enrolled selfie of nobody', '2216', { use_enrolled_image: true }],
  ]
  for (const [what, code, changes] of refusals) {
    test(`${what} is refused with ${code}`, async (t) => {
      const world = await openWorld(t)
      const { status, body } = await prepUpload(world, job, changes)
      assert.equal(status, 400)
      assert.equal(body.code, code)
      assert.equal(typeof body.error, 'string')
      assert.deepEqual(world.simulator.ledger(), [])
    })
  }

  test('that is no JSON is refused with 2204', async (t) => {
    const { simulator } = await openWorld(t)
    assert.equal((await postJson(`${simulator.baseUrl}/upload`, '{"smile')).body.code, '2204')
    const huge = JSON.stringify({ metadata: 'x'.repeat(2_000_000) })
    assert.equal((await postJson(`${simulator.baseUrl}/upload`, huge)).body.code, '2204')
  })

  test('is refused with 2205 once its timestamp is more than five minutes away', async (t) => {
    const world = await openWorld(t)
    const at = (offsetMs: number) => signedAt(world.clock, toIso(world.clock.now() + offsetMs))
    assert.equal((await prepUpload(world, { jobId: 'a' }, at(-300_001))).body.code, '2205')
    assert.equal((await prepUpload(world, { jobId: 'b' }, at(300_001))).body.code, '2205')
    assert.equal((await prepUpload(world, { jobId: 'c' }, at(-300_000))).status, 200)
    assert.equal((await prepUpload(world, { jobId: 'd' }, at(300_000))).status, 200)
  })

  test('takes a numeric timestamp that the JavaScript library signed as text', async (t) => {
    const world = await openWorld(t)
    const { signature } = signedAt(world.clock)
    const changes = { timestamp: world.clock.now(), signature }
    assert.equal((await prepUpload(world, job, changes)).status, 200)
  })

  test('turns an empty partner parameter into the text null', async (t) => {
    const world = await openWorld(t, {
      outcome: ({ partnerParams }) => {
        assert.deepEqual(partnerParams, { ...params, tenant: 'null' })
        return { outcome: 'approved' }
      },
    })
    const changes = { partner_params: { ...params, tenant: '' } }
    assert.equal((await prepUpload(world, job, changes)).status, 200)
  })
})

describe('A job id', () => {
  test('is refused with 2215 the second time', async (t) => {
    const world = await openWorld(t)
    await prepUpload(world, job)
    const { status, body } = await prepUpload(world, job)
    assert.equal(status, 400)
    assert.deepEqual(body, { error: 'Job already exists', code: '2215' })
    assert.equal(world.simulator.ledger()[0]?.registrations, 1)
  })

  test('gets a fresh upload URL with retry while nothing was uploaded', async (t) => {
    const world = await openWorld(t)
    const first = await prepUpload(world, job)
    const second = await prepUpload(world, job, { retry: true })
    assert.equal(second.status, 200)
    assert.equal(second.body.smile_job_id, first.body.smile_job_id)
    assert.notEqual(second.body.upload_url, first.body.upload_url)
    assert.equal(world.simulator.ledger()[0]?.registrations, 2)
  })

  test('is refused with 2215 in spite of retry once a zip is in', async (t) => {
    const world = await openWorld(t)
    await submit(world, job)
    assert.equal((await prepUpload(world, job, { retry: true })).body.code, '2215')
  })

  test('of one user is not handed to another by retry', async (t) => {
    const world = await openWorld(t)
    await prepUpload(world, job)
    const other = { jobId: job.jobId, userId: 'user-2' }
    assert.equal((await prepUpload(world, other, { retry: true })).body.code, '2215')
  })
})

describe('A user', () => {
  const enrolled = { jobId: 'kyc-1', userId: 'user-1' }
  const again = (jobType: number) => ({
    partner_params: { user_id: 'user-1', job_id: 'kyc-2', job_type: jobType },
  })

  test('who is enrolled cannot enrol again unless that is allowed', async (t) => {
    const world = await openWorld(t)
    await submit(world, enrolled)
    world.clock.advance(2_000)
    assert.equal((await prepUpload(world, enrolled, again(6))).body.code, '2209')
    const allowedAsText = { ...again(6), allow_new_enroll: 'true' }
    assert.equal((await prepUpload(world, enrolled, allowedAsText)).body.code, '2209')
    const allowed = { ...again(6), allow_new_enroll: true }
    assert.equal((await prepUpload(world, enrolled, allowed)).status, 200)
  })

  test('can be authenticated only after an approved job', async (t) => {
    const world = await openWorld(t)
    await submit(world, enrolled)
    assert.equal((await prepUpload(world, enrolled, again(2))).body.code, '2210')
    world.clock.advance(2_000)
    assert.equal((await prepUpload(world, enrolled, again(2))).status, 200)
  })

  test('without money behind him is refused before anything is registered', async (t) => {
    const world = await openWorld(t)
    const answer = await prepUpload(world, job, { id_number: 'DEMO-WALLET-EMPTY' })
    assert.equal(answer.status, 402)
    assert.deepEqual(answer.body, { error: 'Insufficient balance in wallet', code: '2222' })
    assert.deepEqual(world.simulator.ledger(), [])
  })
})

test('The catalogue of services needs no signature', async (t) => {
  const { simulator } = await openWorld(t)
  const { body } = await send(`${simulator.baseUrl}/services`)
  const senegal = objectOf(objectOf(objectOf(body.hosted_web).doc_verification).SN)
  assert.equal(senegal.name, 'Senegal')
  assert.deepEqual(Object.keys(objectOf(senegal.id_types)).slice(0, 2), [
    'IDENTITY_CARD',
    'PASSPORT',
  ])
})

test('An unknown path is not found', async (t) => {
  const { simulator } = await openWorld(t)
  assert.equal((await send(`${simulator.baseUrl}/nothing`)).status, 404)
  assert.equal((await send(`${simulator.baseUrl}/upload`)).status, 404)
})
