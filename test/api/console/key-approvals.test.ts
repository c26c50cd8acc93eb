// Slow: takes a second of processor time. export-approvals.test.ts asks for approvals in the fast lane.

import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { dayMs } from '../../../server/kernel/durations.ts'
import { createKey } from '../../../server/keys/create-key.ts'
import { call } from '../../support/api-client.ts'
import { newKey } from '../../support/api-key.ts'
import { addUser, type ConsoleClient, openConsole } from '../../support/console-client.ts'
import { notAgain } from '../../support/postgres.ts'
import {
  fieldsOf,
  itemsOf,
  type OperatorScene,
  openOperatorScene,
  outliveProof,
} from '../../support/scenes/operator-scene.ts'

const wanted = { name: 'Core banking', environment: 'live', scopes: ['kyc.read'] }
const approve = { decision: 'approve' }

async function openScene(t: TestContext, settings: Readonly<Record<string, string>> = {}) {
  const scene = await openOperatorScene(t, { settings: { SVC_KEY_APPROVAL: 'yes', ...settings } })
  const statusOf = async (key: unknown) =>
    (await call(`${scene.url}/kyc/verifications`, { key: String(key) })).status
  return { ...scene, statusOf }
}

async function waitingIn(client: ConsoleClient) {
  return itemsOf(client.get('/approvals'))
}

async function secondAdministrator(scene: OperatorScene): Promise<ConsoleClient> {
  await addUser(scene.appliance, 'administrator', 'ines@bank.example')
  const client = openConsole(scene.server)
  await client.signIn('ines@bank.example')
  return client
}

/** The developer has asked for a key, which waits for the administrator. */
async function openWaiting(t: TestContext) {
  const scene = await openScene(t)
  const { developer, administrator } = scene.clients
  const made = await fieldsOf(developer.post('/keys', wanted), 201)
  const [request] = await waitingIn(administrator)
  return { scene, developer, administrator, made, request }
}

describe('a live key that reads, verifies or manages', () => {
  test('works for nobody until another administrator has approved it', notAgain, async (t) => {
    const scene = await openScene(t)
    const { developer, administrator } = scene.clients
    for (const scope of ['kyc.read', 'kyc.verify', 'keys.manage', 'webhooks.manage']) {
      const made = await fieldsOf(developer.post('/keys', { ...wanted, scopes: [scope] }), 201)
      assert.equal(made.status, 'awaiting_approval')
      assert.equal(await scene.statusOf(made.key), 401)
      const listed = await itemsOf(developer.get('/keys'))
      assert.equal(listed.find(({ id }) => id === made.id)?.status, 'awaiting_approval')
      const [request] = await waitingIn(administrator)
      assert.deepEqual(request?.subject, { kind: 'key', id: made.id })
      assert.equal(Object(request?.facts).scopes[0], scope)
      const path = `/approvals/${request?.id}/decide`
      assert.equal((await fieldsOf(administrator.post(path, approve))).state, 'approved')
      const expected = scope === 'kyc.read' ? 200 : 403
      assert.equal(await scene.statusOf(made.key), expected)
    }
  })

  test('is refused in the same words as one that does not exist', notAgain, async (t) => {
    const scene = await openScene(t)
    const made = await fieldsOf(scene.clients.developer.post('/keys', wanted), 201)
    const url = `${scene.url}/kyc/verifications`
    const waiting = await call(url, { key: String(made.key) })
    const nobody = await call(url, {})
    assert.equal(waiting.error.code, 'unauthenticated')
    assert.equal(waiting.error.message, nobody.error.message)
  })

  test('of an administrator waits for another one, not for its maker', notAgain, async (t) => {
    const scene = await openScene(t)
    const ines = await secondAdministrator(scene)
    const made = await fieldsOf(ines.post('/keys', wanted), 201)
    const [own] = await waitingIn(ines)
    assert.deepEqual([own?.may_decide, own?.may_withdraw], [false, true])
    const { status, error } = await ines.post(`/approvals/${own?.id}/decide`, approve)
    assert.deepEqual([status, error.code], [403, 'second_person_required'])
    assert.equal(await scene.statusOf(made.key), 401)
    await fieldsOf(scene.clients.administrator.post(`/approvals/${own?.id}/decide`, approve))
    assert.equal(await scene.statusOf(made.key), 200)
  })

  test(
    'works at once if there is no other administrator, and the log says that nobody approved it',
    notAgain,
    async (t) => {
      const scene = await openScene(t)
      const made = await fieldsOf(scene.clients.administrator.post('/keys', wanted), 201)
      assert.equal(made.status, 'active')
      assert.equal(await scene.statusOf(made.key), 200)
      const [creation] = await scene.audited('key.created')
      assert.equal(creation?.details.approval, 'nobody_else')
      const [past] = await itemsOf(scene.clients.administrator.get('/approvals?state=past'))
      assert.deepEqual([past?.state, past?.decided_by], ['approved', null])
    },
  )

  test('works at once where the setting is off, and the log says so', async (t) => {
    const scene = await openScene(t, { SVC_KEY_APPROVAL: 'no' })
    const made = await fieldsOf(scene.clients.developer.post('/keys', wanted), 201)
    assert.equal(await scene.statusOf(made.key), 200)
    assert.equal((await scene.audited('key.created'))[0]?.details.approval, 'off')
  })

  test('never works once it was refused, and its request is the past', async (t) => {
    const { scene, developer, administrator, made, request } = await openWaiting(t)
    const asked = { decision: 'refuse', note: 'Which program is this for?' }
    await fieldsOf(administrator.post(`/approvals/${request?.id}/decide`, asked))
    assert.equal(await scene.statusOf(made.key), 401)
    const [past] = await itemsOf(developer.get('/approvals?state=past'))
    assert.deepEqual([past?.state, past?.note], ['refused', asked.note])
    assert.equal(Object(past?.decided_by).name, 'The administrator')
    const listed = await itemsOf(developer.get('/keys'))
    assert.equal(listed.find(({ id }) => id === made.id)?.status, 'revoked')
    const [refused] = await scene.audited('key.refused')
    assert.deepEqual(refused?.details.scopes, ['kyc.read'])
    assert.equal(refused?.details.reason, 'refused')
  })

  test('that was revoked while it waited takes its request with it', notAgain, async (t) => {
    const { scene, administrator, made, request } = await openWaiting(t)
    await fieldsOf(administrator.send('DELETE', `/keys/${made.id}`))
    assert.deepEqual(await waitingIn(administrator), [])
    const { status } = await administrator.post(`/approvals/${request?.id}/decide`, approve)
    assert.equal(status, 409)
    assert.equal(await scene.statusOf(made.key), 401)
  })

  test('is approved and revoked like any other: on the very next request', notAgain, async (t) => {
    const { scene, developer, administrator, made, request } = await openWaiting(t)
    await fieldsOf(administrator.post(`/approvals/${request?.id}/decide`, approve))
    assert.equal(await scene.statusOf(made.key), 200)
    await fieldsOf(developer.send('DELETE', `/keys/${made.id}`))
    assert.equal(await scene.statusOf(made.key), 401)
  })

  test('of the sandbox, and one that only scores, need nobody', notAgain, async (t) => {
    const scene = await openScene(t)
    const { developer } = scene.clients
    for (const change of [{ environment: 'sandbox' }, { scopes: ['score.get', 'usage.read'] }]) {
      const made = await fieldsOf(developer.post('/keys', { ...wanted, ...change }), 201)
      assert.equal(made.status, 'active')
    }
    assert.deepEqual(await waitingIn(scene.clients.administrator), [])
  })
})

describe('rotating a sensitive key in the console', () => {
  test(
    'waits where it shows the key to somebody who did not make it; the old one lives on',
    notAgain,
    async (t) => {
      const scene = await openScene(t)
      const { developer, administrator } = scene.clients
      scene.clock.advance(1)
      const old = await scene.key('live', ['kyc.read'])
      const [{ id } = {}] = await itemsOf(developer.get('/keys'))
      const rotated = await fieldsOf(
        developer.post(`/keys/${id}/rotate`, { grace_seconds: 60 }),
        201,
      )
      assert.equal(rotated.status, 'awaiting_approval')
      scene.clock.advance(120_000)
      assert.deepEqual([await scene.statusOf(old), await scene.statusOf(rotated.key)], [200, 401])
      const again = await developer.post(`/keys/${id}/rotate`)
      assert.equal(again.status, 409)
      const [request] = await waitingIn(administrator)
      await fieldsOf(administrator.post(`/approvals/${request?.id}/decide`, approve))
      assert.deepEqual([await scene.statusOf(old), await scene.statusOf(rotated.key)], [200, 200])
      scene.clock.advance(60_000)
      assert.deepEqual([await scene.statusOf(old), await scene.statusOf(rotated.key)], [401, 200])
      const [rotation] = await scene.audited('key.rotated')
      assert.deepEqual([rotation?.subject?.id, rotation?.details.result_id], [id, rotated.id])
    },
  )

  test('shows the approver that the key may create keys with any scope', notAgain, async (t) => {
    const scene = await openScene(t)
    const { developer, administrator } = scene.clients
    const asked = newKey({ environment: 'live', scopes: ['keys.manage'] })
    const options = { isUnrestricted: true }
    const { key } = await createKey(scene.appliance, fromCommandLine, asked, options)
    await fieldsOf(developer.post(`/keys/${key.id}/rotate`), 201)
    const [request] = await waitingIn(administrator)
    assert.equal(Object(request?.facts).unrestricted, true)
    scene.clock.advance(1)
    await fieldsOf(developer.post('/keys', wanted), 201)
    const [plain] = await waitingIn(administrator)
    assert.equal('unrestricted' in Object(plain?.facts), false)
  })

  test('can be tried again after a refusal', notAgain, async (t) => {
    const scene = await openScene(t)
    const { developer, administrator } = scene.clients
    scene.clock.advance(1)
    const old = await scene.key('live', ['kyc.read'])
    const [{ id } = {}] = await itemsOf(developer.get('/keys'))
    await fieldsOf(developer.post(`/keys/${id}/rotate`), 201)
    const [request] = await waitingIn(administrator)
    await fieldsOf(administrator.post(`/approvals/${request?.id}/decide`, { decision: 'refuse' }))
    assert.equal(await scene.statusOf(old), 200)
    const listed = await itemsOf(developer.get('/keys'))
    assert.ok(listed.every((one) => one.is_rotated === false))
    await fieldsOf(developer.post(`/keys/${id}/rotate`), 201)
  })

  test('ends no warning that the key expires, once it was refused', notAgain, async (t) => {
    const scene = await openScene(t)
    const { developer, administrator } = scene.clients
    const expiresAt = scene.clock.now() + 3 * dayMs
    const asked = newKey({ environment: 'live', scopes: ['kyc.read'], expiresAt })
    const { key } = await createKey(scene.appliance, fromCommandLine, asked)
    const expiring = async () => {
      const overview = await fieldsOf(administrator.get('/overview'))
      const lines = overview.needs_attention as readonly { kind: string; count: number }[]
      return lines.find(({ kind }) => kind === 'keys_expiring')?.count
    }
    assert.equal(await expiring(), 1)
    await fieldsOf(developer.post(`/keys/${key.id}/rotate`), 201)
    assert.equal(await expiring(), undefined)
    const [request] = await waitingIn(administrator)
    await fieldsOf(administrator.post(`/approvals/${request?.id}/decide`, { decision: 'refuse' }))
    assert.equal(await expiring(), 1)
  })

  test('does not wait for the successor of one’s own key', async (t) => {
    const scene = await openScene(t)
    const { developer, administrator } = scene.clients
    const made = await fieldsOf(developer.post('/keys', wanted), 201)
    const early = await developer.post(`/keys/${made.id}/rotate`)
    assert.equal(early.status, 409)
    const [request] = await waitingIn(administrator)
    await fieldsOf(administrator.post(`/approvals/${request?.id}/decide`, approve))
    const rotated = await fieldsOf(developer.post(`/keys/${made.id}/rotate`), 201)
    assert.equal(rotated.status, 'active')
    assert.equal(await scene.statusOf(rotated.key), 200)
  })
})

describe('deciding over the console', () => {
  test('asks for a fresh proof, and so does withdrawing', notAgain, async (t) => {
    const scene = await openScene(t)
    const { developer, administrator } = scene.clients
    await fieldsOf(developer.post('/keys', wanted), 201)
    const [request] = await waitingIn(administrator)
    outliveProof(scene)
    for (const asked of [
      administrator.post(`/approvals/${request?.id}/decide`, approve),
      developer.post(`/approvals/${request?.id}/withdraw`),
    ]) {
      assert.equal((await asked).error.code, 'confirmation_required')
    }
  })

  test(
    'is counted for those who can, and shown to nobody whom it does not concern',
    notAgain,
    async (t) => {
      const scene = await openScene(t)
      const { developer, administrator, reviewer, auditor } = scene.clients
      await fieldsOf(developer.post('/keys', wanted), 201)
      const waiting = async (client: ConsoleClient) =>
        (await fieldsOf(client.get('/approvals/count'))).waiting
      assert.equal(await waiting(administrator), 1)
      for (const client of [developer, reviewer, auditor]) assert.equal(await waiting(client), 0)
      assert.equal((await waitingIn(auditor)).length, 1)
      assert.equal((await waitingIn(developer)).length, 1)
      assert.deepEqual(await waitingIn(reviewer), [])
      const overview = await fieldsOf(administrator.get('/overview'))
      const lines = overview.needs_attention as readonly { kind: string; count: number }[]
      assert.equal(lines.find(({ kind }) => kind === 'approvals_waiting')?.count, 1)
      const other = await fieldsOf(developer.get('/overview'))
      const kinds = (other.needs_attention as typeof lines).map(({ kind }) => kind)
      assert.equal(kinds.includes('approvals_waiting'), false)
    },
  )

  test('can be made needless by whoever asked', notAgain, async (t) => {
    const { scene, developer, administrator, made, request } = await openWaiting(t)
    const foreign = await administrator.post(`/approvals/${request?.id}/withdraw`)
    assert.equal(foreign.status, 404)
    const gone = await fieldsOf(developer.post(`/approvals/${request?.id}/withdraw`))
    assert.equal(gone.state, 'withdrawn')
    assert.equal(await scene.statusOf(made.key), 401)
  })
})
