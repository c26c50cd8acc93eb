// What the provider says after its final answer changes no status: it is stored, audited and reviewed by people.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { endRelationship } from '../../../server/erasure/hold-verification.ts'
import { readSubject } from '../../../server/erasure/read-subject.ts'
import { verifyAudit } from '../../../server/operations/audit-check/verify-audit.ts'
import { verifyEncryption } from '../../../server/operations/encryption-keys/verify-encryption.ts'
import { call } from '../../support/api-client.ts'
import { eraseNow, yearMs } from '../../support/erasure.ts'
import { startLedgerReceiver } from '../../support/scenes/delivery-scene.ts'
import { approval, searchOf, startLate } from './late-scene.ts'
import { signedNow } from './odd-smile-id.ts'

type Late = Awaited<ReturnType<typeof startLate>>

const stranger = 'user-of-another-system'
const refused = { ...approval, ResultCode: '0811' }

async function reviewOf(scene: Late, id: string) {
  const { review } = await scene.read(id)
  return review as { readonly state: string; readonly causes: readonly string[] } | null
}

const upheld = { outcome: 'confirm', reasons: ['decision_correct'] }
const alone = { SVC_REVIEW_FOUR_EYES: 'never' }

describe('fraud that is reported in a callback after an approval', () => {
  test('leaves the status, and has people review it', async (t) => {
    const scene = await startLate(t)
    const id = await scene.verified()
    const before = await scene.read(id)
    assert.deepEqual([before.status, before.review], ['approved', null])
    assert.equal(await scene.callBack(id, searchOf([stranger])), 200)
    const after = await scene.read(id)
    assert.deepEqual({ ...after, review: null }, before)
    assert.deepEqual((await reviewOf(scene, id))?.causes, ['late_result', 'fraud'])
    assert.deepEqual(await scene.lateReasons(id), ['received', 'fraud_suspected'])
    const [later] = await scene.later(id)
    assert.equal(later?.source, 'callback')
    assert.deepEqual(later?.outcome, { status: 'error', reasons: ['fraud_suspected'] })
    assert.deepEqual(later?.answer.Antifraud, searchOf([stranger]).Antifraud)
    assert.deepEqual((await verifyAudit(scene.appliance)).rowFaults, [])
    const { data } = await scene.awa.get(`/verifications/${id}`)
    const told = (data.time_line as readonly { readonly what: string | null }[]).map(
      ({ what }) => what,
    )
    assert.equal(told.filter((what) => what === 'verification.late_result').length, 2)
  })

  test('is kept once, however often and in whatever order it is reported', async (t) => {
    const scene = await startLate(t)
    const id = await scene.verified()
    const signed = signedNow(scene.clock)
    for (const code of ['5210', '5211', '5212', '5211', '5210']) {
      const users = code === '5211' ? [stranger] : []
      assert.equal(await scene.callBack(id, searchOf(users, code), signed), 200)
      await scene.rest()
    }
    assert.equal((await scene.later(id)).length, 1)
    assert.deepEqual(await scene.lateReasons(id), ['received', 'fraud_suspected'])
  })

  test('is kept once where two callbacks bring it at the same time', async (t) => {
    const scene = await startLate(t)
    const id = await scene.verified()
    const report = searchOf([stranger])
    const answers = [1, 2, 3, 4].map(() => scene.callBack(id, report))
    assert.deepEqual(await Promise.all(answers), [200, 200, 200, 200])
    await scene.rest()
    assert.equal((await scene.later(id)).length, 1)
    assert.deepEqual(await scene.lateReasons(id), ['received', 'fraud_suspected'])
  })

  test('is ignored if its signature is forged, and has the provider asked once a minute at most', async (t) => {
    const scene = await startLate(t)
    const id = await scene.verified()
    const asked = scene.asked()
    const forged = { ...signedNow(scene.clock), signature: 'AAAA' }
    assert.equal(await scene.callBack(id, searchOf([stranger]), forged), 401)
    const old = signedNow({ now: () => scene.clock.now() - 25 * 60 * 60_000 })
    assert.equal(await scene.callBack(id, searchOf([stranger]), old), 401)
    assert.deepEqual([scene.asked(), await scene.stored()], [asked, []])
    for (let i = 0; i < 5; i += 1) assert.equal(await scene.callBack(id, approval), 200)
    assert.equal(scene.asked(), asked + 1)
    await scene.rest()
    assert.equal(scene.asked(), asked + 2)
    assert.deepEqual([await scene.stored(), await reviewOf(scene, id)], [[], null])
  })

  test('is none if the face is that of the same customer, verified before or since', async (t) => {
    const scene = await startLate(t)
    const [first, second] = [await scene.verified(), await scene.verified()]
    assert.equal(await scene.callBack(first, searchOf([await scene.userOf(second)])), 200)
    assert.equal(await scene.callBack(second, searchOf([await scene.userOf(first)])), 200)
    assert.deepEqual([await reviewOf(scene, first), await reviewOf(scene, second)], [null, null])
    assert.deepEqual(await scene.lateReasons(first), ['received', 'unchanged'])
  })

  test('opens no closed review again by a report of the same customer, and none without end', async (t) => {
    const scene = await startLate(t, alone)
    const [id, other] = [await scene.verified(), await scene.verified()]
    await scene.callBack(id, searchOf([stranger]))
    assert.equal(await scene.decide(id, upheld), 200)
    await scene.callBack(id, searchOf([await scene.userOf(other)]))
    await scene.rest()
    assert.equal((await reviewOf(scene, id))?.state, 'closed')
    const signed = signedNow(scene.clock)
    for (let i = 0; i < 8; i += 1) {
      await scene.callBack(id, searchOf([stranger, `user-${i}`]), signed)
      await scene.rest()
      if ((await reviewOf(scene, id))?.state === 'open') await scene.decide(id, upheld)
    }
    const reasons = await scene.lateReasons(id)
    assert.equal(reasons.filter((reason) => reason === 'fraud_suspected').length, 3)
    assert.equal((await scene.later(id)).length, 4)
  })

  test('is no news once more where it names nobody else, in whatever form', async (t) => {
    const scene = await startLate(t, alone)
    const id = await scene.verified()
    await scene.callBack(id, searchOf([stranger, 'user-2']))
    assert.equal(await scene.decide(id, upheld), 200)
    const newer = (users: readonly string[]) => ({
      Antifraud: {
        smile_secure: {
          ResultCode: '5211',
          SuspectUsers: users.map((user_id) => ({ user_id, reasons: ['same-person'] })),
        },
      },
      ResultCode: '5211',
    })
    for (const repeated of [
      searchOf(['user-2', stranger]),
      searchOf([stranger]),
      newer([stranger, 'user-2']),
    ]) {
      assert.equal(await scene.callBack(id, repeated), 200)
      await scene.rest()
    }
    assert.equal((await reviewOf(scene, id))?.state, 'closed')
    assert.deepEqual(await scene.lateReasons(id), ['received', 'fraud_suspected'])
    await scene.callBack(id, newer([stranger, 'user-3']))
    await scene.rest()
    assert.equal((await reviewOf(scene, id))?.state, 'open')
  })

  test('waits for the end if it comes before, also while the provider is asked', async (t) => {
    const scene = await startLate(t)
    scene.says('none')
    const id = await scene.submit()
    await scene.server.jobs.idle()
    assert.equal(await scene.callBack(id, searchOf([stranger])), 200)
    scene.says(approval)
    assert.equal((await scene.finish(id)).status, 'approved')
    for (let i = 0; i < 10; i += 1) await scene.rest()
    assert.deepEqual((await reviewOf(scene, id))?.causes, ['late_result', 'fraud'])
    assert.deepEqual((await verifyAudit(scene.appliance)).rowFaults, [])
  })
})

describe('a result that changes after the end', () => {
  test('is stored and reviewed, and so is one that came while the provider was asked', async (t) => {
    const scene = await startLate(t)
    const id = await scene.submit()
    scene.whileAsked(async () => {
      scene.whileAsked(async () => {})
      scene.says(refused)
      scene.clock.advance(1)
      await fetchCallback(scene, id)
    })
    assert.equal((await scene.finish(id)).status, 'approved')
    await scene.rest()
    assert.deepEqual((await reviewOf(scene, id))?.causes, ['late_result'])
    assert.deepEqual(await scene.lateReasons(id), ['other_outcome'])
    const [later] = await scene.later(id)
    assert.deepEqual([later?.source, later?.outcome?.status], ['result', 'declined'])
    assert.equal((await scene.read(id)).status, 'approved')
  })

  test('is asked for until the provider answers', async (t) => {
    const scene = await startLate(t)
    for (const trouble of ['down', 'locked'] as const) {
      scene.says(approval)
      const id = await scene.verified()
      scene.says(trouble)
      await scene.callBack(id)
      scene.says(refused)
      await scene.rest()
      assert.deepEqual((await reviewOf(scene, id))?.causes, ['late_result'], trouble)
    }
  })

  test('opens a closed review again, voids a proposal, and is published when it is decided', async (t) => {
    const scene = await startLate(t, alone)
    const receiver = await startLedgerReceiver(t, scene.clock)
    const json = { url: `${receiver.url}/hook`, events: ['review.closed'] }
    await call(`${scene.url}/webhooks`, { key: scene.liveKey, json })
    const id = await scene.verified()
    scene.says(refused)
    await scene.callBack(id)
    assert.equal(await scene.decide(id, upheld), 200)
    assert.equal((await reviewOf(scene, id))?.state, 'closed')
    await scene.callBack(id, searchOf([stranger]))
    await scene.rest()
    assert.equal((await reviewOf(scene, id))?.state, 'open')
    const { data: queue } = await scene.awa.get('/reviews?cause=fraud')
    assert.equal((queue.items as readonly unknown[]).length, 1)
    const disputed = { outcome: 'dispute', reasons: ['fraud_suspected'] }
    assert.equal(await scene.decide(id, disputed), 200)
    await scene.server.deliveries.idle()
    const outcomes = receiver.arrivals.map(({ json: { data } }) => data.outcome)
    assert.deepEqual(outcomes.toSorted(), ['overturned', 'upheld'])
    assert.deepEqual((await verifyAudit(scene.appliance)).rowFaults, [])
  })

  test('is decided by nobody who claimed the review before it came', async (t) => {
    const scene = await startLate(t, alone)
    const id = await scene.verified()
    scene.says(refused)
    await scene.callBack(id)
    const { data } = await scene.awa.get(`/verifications/${id}`)
    const path = `/reviews/${(data.review as { readonly id: string }).id}`
    assert.equal((await scene.awa.post(`${path}/claim`)).status, 200)
    await scene.callBack(id, searchOf([stranger]))
    await scene.rest()
    // A page that has not noticed yet must not take it back unseen.
    assert.equal((await scene.awa.post(`${path}/claim`, { renews: true })).status, 409)
    assert.equal((await scene.awa.post(`${path}/decide`, upheld)).status, 409)
    assert.equal(await scene.decide(id, upheld), 200)
    assert.deepEqual((await verifyAudit(scene.appliance)).rowFaults, [])
  })

  test('voids a proposal that was made without it', async (t) => {
    const scene = await startLate(t, { SVC_REVIEW_FOUR_EYES: 'always' })
    const id = await scene.verified()
    scene.says(refused)
    await scene.callBack(id)
    await scene.decide(id, upheld)
    assert.equal((await reviewOf(scene, id))?.state, 'proposed')
    await scene.callBack(id, searchOf([stranger]))
    await scene.rest()
    assert.equal((await reviewOf(scene, id))?.state, 'open')
  })
})

test('late results are encrypted, handed to the person, and erased with the verification', async (t) => {
  const scene = await startLate(t, alone)
  const id = await scene.verified()
  await scene.callBack(id, searchOf([stranger]))
  await scene.decide(id, upheld)
  const [part] = await readSubject(scene.appliance, id)
  const handed = part?.json.later_provider_answers.map(({ source }) => source)
  assert.deepEqual(handed, ['callback'])
  const { checked, faults } = await verifyEncryption(scene.appliance, { sample: undefined })
  assert.deepEqual([checked.late_results, faults], [1, []])
  await endRelationship(scene.appliance, fromCommandLine, {
    verificationId: id,
    endedAt: scene.clock.now(),
  })
  scene.clock.advance(11 * yearMs)
  const address = await addressOf(scene, id)
  const { counts } = await eraseNow(scene, id)
  assert.deepEqual([counts.late_results, await scene.stored()], [1, []])
  const late = { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } }
  assert.equal((await fetch(address, late)).status, 404)
  assert.deepEqual((await verifyAudit(scene.appliance)).rowFaults, [])
})

async function addressOf(scene: Late, id: string): Promise<string> {
  const { reader } = scene.appliance.db
  const row = await reader
    .selectFrom('provider_jobs')
    .select('job_id')
    .where('verification_id', '=', id)
    .executeTakeFirstOrThrow()
  return `${scene.url}/callbacks/smile-id/${row.job_id}`
}

/** Without waiting for the jobs, one of which is the caller. */
async function fetchCallback(scene: Late, id: string): Promise<void> {
  const address = await addressOf(scene, id)
  const body = JSON.stringify({
    PartnerParams: { job_id: address.split('/').at(-1) },
    ...signedNow(scene.clock),
  })
  const headers = { 'Content-Type': 'application/json' }
  assert.equal((await fetch(address, { method: 'POST', headers, body })).status, 200)
}
