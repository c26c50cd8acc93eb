import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { changeUser, inviteUser } from '../../../server/users/manage-users.ts'
import { issueLinkFor } from '../../../server/users/passwords/resets.ts'
import { readUser } from '../../../server/users/read-users.ts'
import { reinviteUser } from '../../../server/users/reinvite-user.ts'
import { addUser, goodPassword, openConsole } from '../../support/console-client.ts'
import {
  type DirectoryScene,
  personOf,
  refusalOf,
  startDirectoryScene,
} from '../../support/scenes/directory-scene.ts'

describe('signing in with the directory of the bank', () => {
  let scene: DirectoryScene
  before(async () => {
    scene = await startDirectoryScene()
    await addUser(scene.appliance, 'administrator')
  })
  after(() => scene.close())
  beforeEach(() => scene.reset())

  test('creates the account with the role of the groups, and finds it the next time', async () => {
    scene.directory.person = personOf('new', ['svc-reviewers', 'everybody'])
    const first = await scene.open().signIn()
    assert.equal(first.status, 200, first.text)
    const { user, stage } = first.data as { user: Record<string, string>; stage: string }
    assert.deepEqual(
      [stage, user.role, user.state, user.source, user.email],
      ['full', 'reviewer', 'active', 'directory', 'new@bank.example'],
    )
    const again = await scene.open().signIn()
    assert.deepEqual((again.data.user as { id: string }).id, user.id)
    const [created] = await scene.audited('user.created')
    assert.equal(created?.details.approval, 'directory')
    assert.equal(created?.actor.kind, 'system')
    const [signedIn] = await scene.audited('user.signed_in')
    assert.equal(signedIn?.details.factor, 'directory')
  })

  test('asks for the own second factor unless the directory vouches for one', async () => {
    scene.directory.person = { ...personOf('weak', ['svc-auditors']), amr: ['pwd'] }
    const browser = scene.open()
    assert.equal((await browser.signIn()).data.stage, 'enrolment')
    assert.equal((await browser.ask('GET', '/audit')).status, 401)
    scene.directory.person = { ...personOf('weak', ['svc-auditors']), amr: ['pwd', 'mfa'] }
    assert.equal((await scene.open().signIn()).data.stage, 'full')
  })

  test('believes no second factor and no time of a proof that stand in the profile alone', async () => {
    const { claims, ...person } = personOf('boaster', ['svc-auditors'])
    const boasted = { amr: ['mfa'], acr: 'urn:bank:mfa', auth_time: scene.clock.now() / 1000 }
    scene.directory.person = { ...person, claims: { ...claims, ...boasted } }
    scene.directory.forge = ({ groups, amr, acr, auth_time, ...token }) => ({ claims: token })
    const { data } = await scene.open().signIn()
    scene.directory.forge = undefined
    assert.equal(data.stage, 'enrolment')
  })

  test('lets the role follow the groups, and ends the sessions of the old role', async () => {
    scene.directory.person = personOf('mover', ['svc-reviewers'])
    const before = scene.open()
    await before.signIn()
    scene.directory.person = personOf('mover', ['svc-developers'])
    const answer = await scene.open().signIn()
    assert.equal((answer.data.user as { role: string }).role, 'developer')
    assert.equal((await before.ask('GET', '/me')).status, 401)
    const [changed] = await scene.audited('user.role_changed')
    assert.deepEqual(
      [changed?.details.role, changed?.details.previous_role, changed?.details.approval],
      ['developer', 'reviewer', 'directory'],
    )
  })

  test('refuses people without a group or with groups of two roles, and signs them out', async () => {
    scene.directory.person = personOf('leaver', ['svc-reviewers'])
    const open = scene.open()
    await open.signIn()
    scene.directory.person = personOf('leaver', ['everybody'])
    assert.equal(refusalOf(await scene.open().signIn()), 'no_group')
    assert.equal((await open.ask('GET', '/me')).status, 401)
    scene.directory.person = personOf('leaver', ['svc-reviewers', 'svc-admins'])
    assert.equal(refusalOf(await scene.open().signIn()), 'several_roles')
    const [failed] = await scene.audited('user.signed_in')
    assert.deepEqual([failed?.outcome, failed?.details.reason], ['failed', 'several_roles'])
    scene.directory.person = personOf('stranger', [])
    assert.equal(refusalOf(await scene.open().signIn()), 'no_group')
  })

  test('keeps a disabled user out, and enables them without an invitation', async () => {
    scene.directory.person = personOf('gone', ['svc-auditors'])
    const { data } = await scene.open().signIn()
    const { id } = data.user as { id: string }
    await changeUser(scene.appliance, fromCommandLine, id, { state: 'disabled' })
    assert.equal(refusalOf(await scene.open().signIn()), 'disabled_account')
    const user = await changeUser(scene.appliance, fromCommandLine, id, { state: 'active' })
    assert.equal(user.state, 'active')
  })

  test('never joins accounts by their e-mail address', async () => {
    await addUser(scene.appliance, 'reviewer', 'twin@bank.example')
    scene.directory.person = personOf('twin', ['svc-reviewers'])
    assert.equal(refusalOf(await scene.open().signIn()), 'email_taken')
    scene.directory.person = {
      ...personOf('mute', ['svc-reviewers']),
      claims: { groups: 'svc-reviewers' },
    }
    assert.equal(refusalOf(await scene.open().signIn()), 'no_email')
  })

  test('accepts an invitation once, with any address and the role of the groups', async () => {
    const asked = { email: 'kofi@bank.example', name: 'Kofi', role: 'auditor' } as const
    const { user, link } = await inviteUser(scene.appliance, fromCommandLine, asked)
    const token = new URL(link.url).hash.slice(1)
    scene.directory.person = personOf('kofi-at-work', ['svc-developers'])
    const answer = await scene.open().signIn(token)
    assert.equal(answer.status, 200, answer.text)
    const known = await readUser(scene.appliance, user.id)
    assert.deepEqual([known.role, known.state, known.email], ['developer', 'active', asked.email])
    const browser = scene.open()
    assert.equal(
      (await browser.ask('POST', '/sign-in/directory', { invitation: token })).status,
      404,
    )
    const json = { token, password: goodPassword }
    assert.equal((await openConsole(scene.server).post('/links/accept', json)).status, 404)
  })

  test('takes a local account over after it was invited again, and gives it back', async () => {
    const moving = { email: 'moving@bank.example', name: 'Moving', role: 'reviewer' } as const
    const by = fromCommandLine
    const { id } = await addUser(scene.appliance, moving.role, moving.email)
    const local = openConsole(scene.server)
    assert.equal((await local.signIn(moving.email, goodPassword)).status, 200)
    const there = await reinviteUser(scene.appliance, by, id)
    assert.equal((await local.get('/me')).status, 401)
    assert.equal((await local.signIn(moving.email, goodPassword)).status, 401)
    scene.directory.person = personOf('moving', ['svc-reviewers'])
    const browser = scene.open()
    assert.equal((await browser.signIn(new URL(there.link.url).hash.slice(1))).status, 200)
    assert.notEqual((await readUser(scene.appliance, id)).directory, undefined)

    const back = await reinviteUser(scene.appliance, by, id)
    assert.equal((await browser.ask('GET', '/me')).status, 401)
    assert.equal(refusalOf(await scene.open().signIn()), 'email_taken')
    const json = { token: new URL(back.link.url).hash.slice(1), password: goodPassword }
    assert.equal((await local.post('/links/accept', json)).status, 200)
    assert.equal((await local.signIn(moving.email, goodPassword)).status, 200)
    assert.equal((await readUser(scene.appliance, id)).directory, undefined)
  })

  test('gives no user of the directory a password, and no other role than their groups', async () => {
    scene.directory.person = personOf('whole', ['svc-reviewers'])
    const browser = scene.open()
    const { id } = (await browser.signIn()).data.user as { id: string }
    await assert.rejects(issueLinkFor(scene.appliance, fromCommandLine, id), /no password here/)
    const change = changeUser(scene.appliance, fromCommandLine, id, { role: 'administrator' })
    await assert.rejects(change, /follows their groups/)
    const local = openConsole(scene.server)
    assert.equal((await local.signIn('whole@bank.example', '')).status, 400)
    assert.equal((await local.signIn('whole@bank.example')).status, 401)
  })

  test('leads to the directory at sign-out, without a token in the address', async () => {
    scene.directory.person = personOf('leaving', ['svc-reviewers'])
    const browser = scene.open()
    await browser.signIn()
    const answer = await browser.ask('POST', '/sign-out', {})
    const url = new URL(String(answer.data.continue_at))
    assert.equal(url.origin, scene.directory.issuer)
    assert.deepEqual([...url.searchParams.keys()].toSorted(), [
      'client_id',
      'post_logout_redirect_uri',
    ])
    assert.equal((await browser.ask('GET', '/me')).status, 401)
    assert.equal((await fetch(url)).status, 200)
  })

  test('confirms the identity again at the directory, of the same person alone', async () => {
    scene.directory.person = personOf('boss', ['svc-admins'])
    const browser = scene.open()
    const { id } = (await browser.signIn()).data.user as { id: string }
    const confirm = () => browser.ask('DELETE', `/users/${id}/sessions/ses_none`)
    assert.equal((await confirm()).status, 404, 'fresh after the sign-in')
    const session = { confirmed_at: 0 }
    await scene.write((trx) =>
      trx.updateTable('sessions').set(session).where('user_id', '=', id).execute(),
    )
    assert.equal((await confirm()).error.code, 'confirmation_required')
    const address = await browser.begin('/me/confirm/directory')
    assert.equal(address.searchParams.get('prompt'), 'login')
    scene.directory.person = personOf('somebody-else', ['svc-admins'])
    browser.forgetDirectory()
    const path = '/me/confirm/directory/complete'
    assert.equal(
      refusalOf(await browser.complete(await browser.visit(address), path)),
      'other_person',
    )
    assert.equal((await confirm()).error.code, 'confirmation_required')
    scene.directory.person = personOf('boss', ['svc-admins'])
    browser.forgetDirectory()
    const back = await browser.visit(await browser.begin('/me/confirm/directory'))
    assert.equal((await browser.complete(back, path)).status, 204)
    assert.equal((await confirm()).status, 404)
  })

  test('does not take the last administrator’s role, and signs them out', async () => {
    scene.directory.person = personOf('boss', ['svc-admins'])
    const open = scene.open()
    await open.signIn()
    const local = await readUser(scene.appliance, 'administrator@bank.example')
    await changeUser(scene.appliance, fromCommandLine, local.id, { state: 'disabled' })
    scene.directory.person = personOf('boss', ['svc-auditors'])
    assert.equal(refusalOf(await scene.open().signIn()), 'last_administrator')
    assert.equal((await open.ask('GET', '/me')).status, 401)
    await changeUser(scene.appliance, fromCommandLine, local.id, { state: 'active' })
  })

  test('keeps tokens, codes and secrets out of the log and of the database', async () => {
    scene.directory.person = personOf('quiet', ['svc-reviewers'])
    const browser = scene.open()
    const address = await browser.begin()
    const back = await browser.visit(address)
    await browser.complete(back)
    const secrets = [
      ...['state', 'nonce', 'code_challenge'].map((name) => address.searchParams.get(name)),
      back.searchParams.get('code'),
      new URLSearchParams(scene.directory.tokenRequests.at(-1)).get('code_verifier'),
      'a-secret-of-the-test-client',
      scene.directory.lastToken(),
    ]
    const kept = scene.logLines.join('') + scene.storedBytes()
    for (const secret of secrets) {
      assert.ok(secret !== null && secret.length > 20)
      assert.ok(!kept.includes(secret), 'a secret was kept')
    }
    const calls = await scene.outboundPurposes()
    assert.ok(calls.includes('directory.token') && calls.includes('directory.keys'))
  })
})
