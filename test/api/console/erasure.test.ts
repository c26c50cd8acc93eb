// Slow: erases a verification for each test. flow/erasure/erasure.test.ts erases in the fast lane.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addUser, openConsole } from '../../support/console-client.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { codeOf } from '../../support/scenes/review-steps.ts'
import { openWork } from '../../support/scenes/work-scene.ts'
import { verifyInSandbox } from '../verifications/sandbox-client.ts'

const scene = openedBefore(openWork)

const reason = { reason: 'subject_request' }

async function sandbox(): Promise<string> {
  scene.clock.advance(1000)
  return String((await verifyInSandbox(scene)).data.id)
}

async function requested(id: string): Promise<string> {
  const { status, data, text } = await scene.awa.post(
    `/verifications/${id}/erasure/request`,
    reason,
  )
  assert.equal(status, 201, text)
  return String(data.approval_id)
}

describe('erasing in the console', () => {
  test('takes two people: one requests it, another approves, and the approval erases', async () => {
    const { awa, omar } = scene
    const id = await sandbox()
    const approval = await requested(id)
    assert.equal((await awa.get(`/verifications/${id}`)).data.erased, false, 'nothing yet')
    const waiting = (await awa.get(`/verifications/${id}/retention`)).data.request
    assert.deepEqual(waiting, { id: approval, requested_by: awa.id })
    assert.equal(
      codeOf(await awa.post(`/verifications/${id}/erasure/request`, reason)),
      '409 conflict',
    )
    const own = await awa.post(`/approvals/${approval}/decide`, { decision: 'approve' })
    assert.equal(codeOf(own), '403 second_person_required')

    const decided = await omar.post(`/approvals/${approval}/decide`, { decision: 'approve' })
    assert.equal(decided.status, 200, decided.text)
    assert.equal((await awa.get(`/verifications/${id}`)).data.erased, true)
    const { data } = await awa.get(`/verifications/${id}/retention`)
    const erasure = data.erasure as Record<string, unknown>
    assert.equal(erasure.reason, 'subject_request')
    const [row] = (await awa.get('/verifications?limit=1&environment=sandbox')).data
      .items as readonly Record<string, unknown>[]
    assert.deepEqual([row?.id, row?.erased, row?.external_ref], [id, true, null])
    const ledger = await scene.appliance.db.reader
      .selectFrom('erasures')
      .select(['by_id', 'requested_by', 'approval_id'])
      .where('verification_id', '=', id)
      .executeTakeFirstOrThrow()
    assert.deepEqual(ledger, { by_id: omar.id, requested_by: awa.id, approval_id: approval })
    const audited = Object.fromEntries(await scene.audited(id))['verification.erased']
    assert.partialDeepStrictEqual(audited, { approval_id: approval, requested_by: awa.id })

    const page = await awa.get(`/verifications/${id}/erasure/certificate?language=fr`)
    assert.deepEqual([page.status, /Certificat d’effacement/.test(page.text)], [200, true])
    assert.match(page.headers.get('Content-Disposition') ?? '', /attachment/)
    const file = await awa.get(`/verifications/${id}/erasure/certificate?format=json`)
    assert.equal(JSON.parse(file.text).signature.algorithm, 'Ed25519')
    const query = 'language=fx&format=jsn'
    const misspelled = await awa.get(`/verifications/${id}/erasure/certificate?${query}`)
    assert.deepEqual(
      [misspelled.status, misspelled.error.details?.map(({ param }) => param)],
      [400, ['language', 'format']],
    )
    assert.equal((await awa.post(`/verifications/${id}/reveal`, { reason: 'audit' })).status, 404)
    assert.equal((await awa.post(`/verifications/${id}/review`)).status, 404)
  })

  test('does not happen where the request is refused', async () => {
    const id = await sandbox()
    const approval = await requested(id)
    await scene.omar.post(`/approvals/${approval}/decide`, { decision: 'refuse' })
    assert.equal((await scene.awa.get(`/verifications/${id}`)).data.erased, false)
  })

  test('is refused at the decision where a hold was set meanwhile, and the request waits on', async () => {
    const { awa, omar } = scene
    const id = await sandbox()
    const approval = await requested(id)
    const hold = await awa.post(`/verifications/${id}/holds`, {
      reason: 'court_order',
      reference: 'TC-4',
    })
    assert.equal(hold.status, 201, hold.text)
    const decide = () => omar.post(`/approvals/${approval}/decide`, { decision: 'approve' })
    const refused = await decide()
    assert.equal(codeOf(refused), '409 conflict')
    assert.equal(refused.error.details?.[0]?.code, 'legal_hold')
    assert.equal((await awa.post(`/holds/${hold.data.id}/release`)).status, 200)
    assert.equal((await decide()).status, 200)
    assert.equal((await awa.get(`/verifications/${id}`)).data.erased, true)
  })

  test('says before the floor which law keeps it', async () => {
    const id = await scene.verified()
    const { data } = await scene.awa.get(`/verifications/${id}/retention`)
    const [block] = data.blocks as readonly {
      readonly code: string
      readonly text: { readonly fr: string }
    }[]
    assert.equal(block?.code, 'relationship_not_ended')
    assert.match(block?.text.fr ?? '', /Loi 2024-08/)
    const refused = await scene.awa.post(`/verifications/${id}/erasure/request`, reason)
    assert.equal(codeOf(refused), '409 conflict')
  })

  test('is not for administrators, developers and auditors to request, and auditors read why', async () => {
    const id = await sandbox()
    for (const role of ['administrator', 'developer', 'auditor'] as const) {
      const email = `${role}@bank.example`
      await addUser(scene.appliance, role, email)
      const client = openConsole(scene.server)
      await client.signIn(email)
      const asked = await client.post(`/verifications/${id}/erasure/request`, reason)
      assert.equal(codeOf(asked), '403 missing_permission')
      const { status } = await client.get(`/verifications/${id}/retention`)
      assert.equal(status, role === 'auditor' ? 200 : 403)
    }
  })
})
