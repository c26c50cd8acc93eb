import assert from 'node:assert/strict'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { inviteUser } from '../../../server/users/manage-users.ts'
import { addUser, goodPassword, openConsole } from '../../support/console-client.ts'
import { setUpApp } from '../../support/scenes/console-scene.ts'
import {
  type DirectoryScene,
  personOf,
  startDirectoryScene,
} from '../../support/scenes/directory-scene.ts'
import { tempFolder } from '../../support/temp-folder.ts'

describe('where only emergency accounts may use a password', () => {
  let scene: DirectoryScene
  before(async () => {
    scene = await startDirectoryScene({
      SVC_LOCAL_SIGN_IN: 'emergency',
      SVC_EMERGENCY_ACCOUNTS: 'Glass@bank.example',
      SVC_OIDC_AMR_VALUES: 'none',
      SVC_OIDC_ACR_VALUES: 'urn:bank:mfa',
    })
    await addUser(scene.appliance, 'administrator', 'glass@bank.example')
  })
  after(() => scene.close())

  test('one signs in while the directory is down, with a second factor, and everybody sees it', async () => {
    scene.directory.isDown = true
    const local = openConsole(scene.server)
    const answer = await local.signIn('glass@bank.example')
    assert.equal(
      answer.data.stage,
      'enrolment',
      'a second factor is required whatever the setting says',
    )
    await setUpApp(scene, local)
    const { data } = await local.get('/overview?environment=live')
    const lines = data.needs_attention as readonly { kind: string; count: number; target: object }[]
    const line = lines.find(({ kind }) => kind === 'emergency_sign_ins')
    assert.deepEqual(
      [line?.count, line?.target],
      [1, { screen: 'audit', id: null, filter: { action: 'user.emergency_sign_in' } }],
    )
    const [entry] = await scene.audited('user.emergency_sign_in')
    assert.equal(entry?.details.reason, 'emergency')
    assert.ok(scene.logLines.some((text) => text.includes('"emergency_sign_in"')))
    scene.directory.isDown = false
  })

  test('others learn only after the right password that theirs is not wanted', async () => {
    await addUser(scene.appliance, 'administrator', 'other@bank.example')
    const client = openConsole(scene.server)
    const wrong = await client.signIn('other@bank.example', 'not-the-right-password')
    assert.equal(wrong.error.details, undefined)
    const right = await client.signIn('other@bank.example')
    assert.deepEqual([right.status, right.error.details?.[0]?.code], [401, 'local_sign_in_off'])
    const [failed] = await scene.audited('user.signed_in')
    assert.equal(failed?.details.reason, 'local_sign_in_off')
  })

  test('an invitation gives no password', async () => {
    const asked = { email: 'ines@bank.example', name: 'Ines', role: 'reviewer' } as const
    const { link } = await inviteUser(scene.appliance, fromCommandLine, asked)
    const json = { token: new URL(link.url).hash.slice(1), password: goodPassword }
    const answer = await openConsole(scene.server).post('/links/accept', json)
    assert.deepEqual([answer.status, answer.error.details?.[0]?.code], [409, 'local_sign_in_off'])
    scene.directory.person = personOf('ines', ['svc-reviewers'])
    assert.equal((await scene.open().signIn(json.token)).status, 200)
  })

  test('the wanted acr is asked for, and without it the own second factor is', async () => {
    scene.directory.person = personOf('acr', ['svc-auditors'])
    const browser = scene.open()
    const address = await browser.begin()
    assert.equal(address.searchParams.get('acr_values'), 'urn:bank:mfa')
    const without = await browser.complete(await browser.visit(address))
    assert.equal(without.data.stage, 'enrolment', without.text)
    scene.directory.person = { ...personOf('acr', ['svc-auditors']), acr: 'urn:bank:mfa' }
    assert.equal((await scene.open().signIn()).data.stage, 'full')
  })

  test('the sign-in page says so before anybody is signed in', async () => {
    const { data } = await openConsole(scene.server).get('/setup')
    assert.deepEqual([data.directory, data.local_sign_in], [{ name: 'Bank of Tests' }, 'emergency'])
  })
})

test('people sign in again once the file of authorities, which could not be read, can be', async (t) => {
  const kept = join(import.meta.dirname, '../../support/doctor-certificate.pem')
  const caFile = join(tempFolder(t), 'ca.pem')
  copyFileSync(kept, caFile)
  const scene = await startDirectoryScene({ SVC_OIDC_CA_FILE: caFile })
  t.after(() => scene.close())
  scene.directory.person = personOf('new', ['svc-reviewers'])
  rmSync(caFile)
  const refused = await scene.open().ask('POST', '/sign-in/directory', {})
  assert.equal(refused.status, 500, refused.text)
  copyFileSync(kept, caFile)
  const signedIn = await scene.open().signIn()
  assert.equal(signedIn.status, 200, signedIn.text)
})
