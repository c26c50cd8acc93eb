// What the provider says of a verification that staff took over is kept, audited and reviewed like other later results.

import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { verifyAudit } from '../../../server/operations/audit-check/verify-audit.ts'
import { call } from '../../support/api-client.ts'
import { specimenForm } from '../../support/images/specimens.ts'
import { approval, searchOf, startLate } from './late-scene.ts'

const settings = {
  SVC_PROVIDER_FALLBACK: 'local',
  SVC_PROVIDER_GIVE_UP_AFTER: '15m',
  SVC_REVIEW_FOUR_EYES: 'never',
}
const approved = { outcome: 'approved', reasons: ['document_genuine'] }
const stranger = 'user-of-another-system'
const refused = { ...approval, ResultCode: '0811' }

type Late = Awaited<ReturnType<typeof startLate>>

/** @param before what the provider says before it fails */
async function handedOver(t: TestContext, before = async (_: Late, _id: string) => {}) {
  const scene = await startLate(t, settings)
  scene.says('none')
  const id = await scene.submit()
  await scene.server.jobs.idle()
  await before(scene, id)
  scene.says('down')
  for (let i = 0; i < 60 && (await scene.read(id)).review === null; i += 1) await scene.rest()
  await scene.awa.signIn('awa@bank.example')
  scene.says('none')
  return { scene, id }
}

async function reviewOf(scene: Late, id: string) {
  const { review, status } = await scene.read(id)
  const { state, causes } = review as { readonly state: string; readonly causes: string[] }
  return [status, state, causes]
}

describe('fraud that is reported of a verification that staff took over', () => {
  test('before they did, is shown to whoever decides', async (t) => {
    const { scene, id } = await handedOver(t, async (late, one) => {
      assert.equal(await late.callBack(one, searchOf([stranger])), 200)
    })
    await scene.rest()
    const causes = ['decision', 'late_result', 'fraud']
    assert.deepEqual(await reviewOf(scene, id), ['pending', 'open', causes])
    assert.deepEqual(await scene.lateReasons(id), ['fraud_suspected'])
    assert.equal(await scene.decide(id, approved), 200)
    for (let i = 0; i < 10; i += 1) await scene.rest()
    assert.deepEqual(await reviewOf(scene, id), ['approved', 'closed', causes])
    assert.deepEqual((await verifyAudit(scene.appliance)).rowFaults, [])
  })

  test('while they decide, is kept and audited, and ends the claim', async (t) => {
    const { scene, id } = await handedOver(t)
    const { data } = await scene.awa.get(`/verifications/${id}`)
    const path = `/reviews/${(data.review as { readonly id: string }).id}`
    assert.equal((await scene.awa.post(`${path}/claim`)).status, 200)
    assert.equal(await scene.callBack(id, searchOf([stranger])), 200)
    await scene.rest()
    const causes = ['decision', 'late_result', 'fraud']
    assert.deepEqual(await reviewOf(scene, id), ['pending', 'open', causes])
    assert.deepEqual(await scene.lateReasons(id), ['received', 'fraud_suspected'])
    assert.equal((await scene.awa.post(`${path}/decide`, approved)).status, 409)
    const [later] = await scene.later(id)
    assert.deepEqual(later?.outcome, { status: 'error', reasons: ['fraud_suspected'] })
    assert.deepEqual((await verifyAudit(scene.appliance)).rowFaults, [])
    assert.equal(await scene.decide(id, approved), 200)
    assert.deepEqual(await reviewOf(scene, id), ['approved', 'closed', causes])
    assert.deepEqual((await verifyAudit(scene.appliance)).rowFaults, [])
  })

  test('after they decided, opens the review again', async (t) => {
    const { scene, id } = await handedOver(t)
    assert.equal(await scene.decide(id, approved), 200)
    assert.equal(await scene.callBack(id, searchOf([stranger])), 200)
    await scene.rest()
    const causes = ['decision', 'late_result', 'fraud']
    assert.deepEqual(await reviewOf(scene, id), ['approved', 'open', causes])
  })
})

describe('a result of a verification that staff took over', () => {
  test('is reviewed where it comes while they decide, and where it is another then', async (t) => {
    const { scene, id } = await handedOver(t)
    scene.says(approval)
    assert.equal(await scene.callBack(id), 200)
    const causes = ['decision', 'late_result']
    assert.deepEqual(await reviewOf(scene, id), ['pending', 'open', causes])
    const [first] = await scene.later(id)
    assert.deepEqual([first?.source, first?.outcome?.status], ['result', 'approved'])
    assert.equal(await scene.decide(id, approved), 200)
    assert.equal(await scene.callBack(id), 200)
    await scene.rest()
    assert.deepEqual(await reviewOf(scene, id), ['approved', 'closed', causes])
    scene.says(refused)
    assert.equal(await scene.callBack(id), 200)
    await scene.rest()
    assert.deepEqual(await reviewOf(scene, id), ['approved', 'open', causes])
    assert.deepEqual((await verifyAudit(scene.appliance)).rowFaults, [])
  })

  test('is asked for where a callback came as they took over', async (t) => {
    const { scene, id } = await handedOver(t)
    scene.says(refused)
    const { db } = scene.appliance
    const run = db.reader.selectFrom('jobs').select(['id', 'due_at']).where('subject_id', '=', id)
    const before = await run.executeTakeFirstOrThrow()
    await db.write(async (trx) => {
      const due = trx.updateTable('jobs').set({ due_at: scene.clock.now() })
      await due.where('id', '=', before.id).execute()
    }, 'plain')
    await scene.rest()
    await scene.rest()
    assert.deepEqual(await reviewOf(scene, id), ['pending', 'open', ['decision', 'late_result']])
    const after = await run.where('id', '=', before.id).executeTakeFirstOrThrow()
    assert.equal(after.due_at, before.due_at)
  })
})

test('no callback is taken of a verification that the provider never had', async (t) => {
  const scene = await startLate(t, { SVC_PROVIDER: 'local' })
  const { data } = await call(`${scene.url}/kyc/verify`, {
    key: scene.liveKey,
    body: specimenForm(),
  })
  await scene.server.jobs.idle()
  assert.equal(await scene.callBack(String(data.id), searchOf([stranger])), 404)
})
