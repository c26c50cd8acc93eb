// Slow: takes half a second of processor time and more. users.test.ts invites in the fast lane.
// Not again on PostgreSQL: second-administrator.test.ts and flow/directory/sign-in.test.ts send its statements there.
//
// Returning an account to an invitation in the console.

import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { reinviteUser } from '../../../server/users/reinvite-user.ts'
import type { ApiAnswer } from '../../support/api-client.ts'
import { goodPassword } from '../../support/console-client.ts'
import {
  type ConsoleScene,
  codeOf,
  type Enrolled,
  setUpApp,
  startConsole,
  startEnrolled,
} from '../../support/scenes/console-scene.ts'

interface Three {
  readonly scene: ConsoleScene
  readonly awa: Enrolled
  readonly kofi: Enrolled
  readonly fatou: Enrolled
}

async function startThree(t: TestContext): Promise<Three> {
  const scene = await startConsole(t)
  const awa = await scene.enrol('administrator', 'awa@bank.example')
  const kofi = await scene.enrol('administrator', 'kofi@bank.example')
  const fatou = await scene.enrol('reviewer', 'fatou@bank.example')
  return { scene, awa, kofi, fatou }
}

async function reinvited({ awa, kofi, fatou }: Three): Promise<string> {
  const asked = await awa.client.post(`/users/${fatou.id}/reinvite`)
  assert.equal(asked.status, 202, asked.text)
  const { id } = asked.data.approval as { readonly id: string }
  const decided = await approve(kofi, id)
  assert.equal(decided.status, 200, decided.text)
  return id
}

function approve({ client }: Enrolled, id: string) {
  return client.post(`/approvals/${id}/decide`, { decision: 'approve' })
}

function codeIn({ status, error }: ApiAnswer): string {
  return [status, error.details?.[0]?.code ?? error.code].join(' ')
}

describe('returning an account to an invitation', () => {
  test('has no effect before another administrator approves, and gives nobody a link', async (t) => {
    const three = await startThree(t)
    const { awa, kofi, fatou, scene } = three
    const asked = await awa.client.post(`/users/${fatou.id}/reinvite`)
    assert.doesNotMatch(asked.text, /invitation#/)
    assert.equal((await fatou.client.get('/me')).status, 200)
    const { id } = asked.data.approval as { readonly id: string }
    assert.equal(codeIn(await approve(awa, id)), '403 second_person_required')
    const { data } = await kofi.client.get('/approvals')
    const [item] = data.items as { kind: string; facts: object }[]
    assert.deepEqual(item?.facts, { name: 'The reviewer', email: fatou.email, role: 'reviewer' })
    const decided = await approve(kofi, id)
    assert.doesNotMatch(decided.text, /invitation#/)
    const after = (await kofi.client.get(`/users/${fatou.id}`)).data
    assert.deepEqual(
      [after.state, after.has_password, after.second_factors],
      ['invited', false, []],
    )
    assert.equal((await fatou.client.get('/me')).status, 401)
    assert.equal((await scene.open().signIn(fatou.email, goodPassword)).status, 401)
    const [entry] = await scene.audited('user.invited_again')
    assert.deepEqual(entry?.details, { count: 1, requested_by: awa.id, approval_id: id })
    assert.deepEqual([entry?.actor.id, entry?.subject?.id], [kofi.id, fatou.id])
  })

  test('lets neither who asked nor who agreed make the link for 72 hours, but a third one', async (t) => {
    const three = await startThree(t)
    const { awa, kofi, fatou, scene } = three
    const ada = await scene.enrol('administrator', 'ada@bank.example')
    await reinvited(three)
    for (const { client } of [awa, kofi])
      assert.equal(codeIn(await client.post(`/users/${fatou.id}/link`)), '409 both_resets')
    const made = await ada.client.post(`/users/${fatou.id}/link`)
    assert.deepEqual([made.status, made.data.kind], [201, 'invitation'], made.text)
    const { url } = made.data.link as { readonly url: string }
    const json = { token: new URL(url).hash.slice(1), password: goodPassword }
    assert.equal((await scene.open().post('/links/accept', json)).status, 200)
    const back = await scene.open().signIn(fatou.email, goodPassword)
    assert.equal(back.data.stage, 'enrolment')
  })

  test('is shown to the owner at the next sign-in, with who asked and who approved', async (t) => {
    const three = await startThree(t)
    const { awa, kofi, fatou, scene } = three
    const ada = await scene.enrol('administrator', 'ada@bank.example')
    await reinvited(three)
    const made = await ada.client.post(`/users/${fatou.id}/link`)
    const { url } = made.data.link as { readonly url: string }
    const json = { token: new URL(url).hash.slice(1), password: goodPassword }
    await scene.open().post('/links/accept', json)
    const owner = scene.open()
    await owner.signIn(fatou.email, goodPassword)
    const { secret } = await setUpApp(scene, owner)
    scene.clock.advance(60_000)
    await owner.signIn(fatou.email, goodPassword)
    const second = { method: 'totp', code: codeOf(secret, scene.clock.now()) }
    const { data } = await owner.post('/sign-in/second-factor', second)
    const notices = data.notices as {
      readonly kind: string
      readonly by: { readonly id: string }
      readonly approved_by: { readonly id: string } | null
    }[]
    const notice = notices.find(({ kind }) => kind === 'invited_again')
    assert.deepEqual([notice?.by.id, notice?.approved_by?.id], [awa.id, kofi.id])
  })

  test('refuses oneself, a disabled user, a second request, and whoever may not manage users', async (t) => {
    const { scene, awa, kofi, fatou } = await startThree(t)
    assert.equal(codeIn(await awa.client.post(`/users/${awa.id}/reinvite`)), '409 oneself')
    assert.equal(
      codeIn(await fatou.client.post(`/users/${awa.id}/reinvite`)),
      '403 missing_permission',
    )
    const omar = await scene.add('auditor')
    await awa.client.send('PATCH', `/users/${omar.id}`, { json: { state: 'disabled' } })
    assert.equal(codeIn(await awa.client.post(`/users/${omar.id}/reinvite`)), '409 user_disabled')
    await awa.client.post(`/users/${fatou.id}/reinvite`)
    const again = await kofi.client.post(`/users/${fatou.id}/reinvite`)
    assert.equal(codeIn(again), '409 approval_pending')
  })

  test('one administrator alone does it at once, without a link; the host makes one', async (t) => {
    const { scene, client } = await startEnrolled(t, 'administrator')
    const omar = await scene.add('auditor')
    const done = await client.post(`/users/${omar.id}/reinvite`)
    assert.deepEqual([done.status, done.data.state], [200, 'invited'])
    assert.equal((await scene.audited('user.invited_again'))[0]?.details.approval, 'nobody_else')
    assert.equal(codeIn(await client.post(`/users/${omar.id}/link`)), '409 both_resets')
    const { link } = await reinviteUser(scene.appliance, fromCommandLine, omar.id)
    assert.match(link.url, /invitation#/)
  })

  test('of the other administrator leaves nobody alone enough to go without approval', async (t) => {
    const scene = await startConsole(t)
    const awa = await scene.enrol('administrator', 'awa@bank.example')
    const kofi = await scene.enrol('administrator', 'kofi@bank.example')
    const fatou = await scene.add('reviewer')
    assert.equal((await awa.client.post(`/users/${kofi.id}/reinvite`)).status, 200)
    const reset = await awa.client.post(`/users/${fatou.id}/reset-second-factor`)
    assert.equal(reset.status, 202, reset.text)
  })
})
