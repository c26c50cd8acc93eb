import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { issueSetupLink } from '../../../server/users/user-links.ts'
import { goodPassword } from '../../support/console-client.ts'
import { notAgain } from '../../support/postgres.ts'
import {
  type ConsoleScene,
  setUpApp,
  startConsole,
  startEnrolled,
} from '../../support/scenes/console-scene.ts'

const halfHour = 30 * 60_000

async function setupToken({ appliance }: ConsoleScene): Promise<string> {
  return tokenOf((await issueSetupLink(appliance, fromCommandLine)).url)
}

function tokenOf(url: unknown): string {
  return String(url).split('#')[1] ?? ''
}

function claim(scene: ConsoleScene, token: string, email = 'first@bank.example') {
  const json = { token, email, name: 'The first', password: goodPassword }
  return scene.open().post('/setup', json)
}

describe('the set-up link', () => {
  test(
    'makes the first administrator, who sets up a second factor before all else',
    notAgain,
    async (t) => {
      const scene = await startConsole(t)
      assert.deepEqual((await scene.open().get('/setup')).data.needed, true)
      const client = scene.open()
      const token = await setupToken(scene)
      const json = { token, email: 'first@bank.example', name: 'The first', password: goodPassword }
      const { data } = await client.post('/setup', json)
      assert.equal(data.stage, 'enrolment')
      assert.equal((await client.get('/users')).status, 401)
      await setUpApp(scene, client)
      const people = (await client.get('/users')).data.items as { role: string }[]
      assert.deepEqual(
        people.map(({ role }) => role),
        ['administrator'],
      )
      assert.deepEqual((await scene.open().get('/setup')).data.needed, false)
    },
  )

  test('works once, and for ever no more once there is an administrator', notAgain, async (t) => {
    const scene = await startConsole(t)
    const token = await setupToken(scene)
    assert.equal((await claim(scene, token)).status, 200)
    assert.equal((await claim(scene, token, 'second@bank.example')).status, 404)
    await assert.rejects(() => setupToken(scene), { code: 'conflict' })
  })

  test('of two claims at once lets one in', async (t) => {
    const scene = await startConsole(t)
    const token = await setupToken(scene)
    const claims = ['a', 'b', 'c', 'd'].map((name) => claim(scene, token, `${name}@bank.example`))
    const statuses = (await Promise.all(claims)).map(({ status }) => status).toSorted()
    assert.deepEqual(statuses, [200, 404, 404, 404])
  })

  test('lives 30 minutes, and ends when another is printed', notAgain, async (t) => {
    const scene = await startConsole(t)
    const first = await setupToken(scene)
    const second = await setupToken(scene)
    assert.equal((await claim(scene, first)).status, 404)
    scene.clock.advance(halfHour)
    assert.equal((await claim(scene, second)).status, 404)
  })

  test('survives a password that is refused', notAgain, async (t) => {
    const scene = await startConsole(t)
    const token = await setupToken(scene)
    const json = { token, email: 'first@bank.example', name: 'F', password: 'password12345678' }
    const { status, error } = await scene.open().post('/setup', json)
    assert.deepEqual([status, error.param], [400, 'password'])
    assert.equal((await claim(scene, token)).status, 200)
  })
})

describe('an invitation', () => {
  test('lets one user choose a password, once, within three days', notAgain, async (t) => {
    const { scene, client } = await startEnrolled(t, 'administrator')
    const asked = { email: 'Awa@Bank.example', name: 'Awa', role: 'reviewer' }
    const { status, data } = await client.post('/users', asked)
    assert.equal(status, 201)
    const { url, expires_at } = data.link as { url: string; expires_at: string }
    assert.equal(Date.parse(expires_at) - scene.clock.now(), 72 * 3_600_000)
    assert.equal((await scene.open().signIn('awa@bank.example')).status, 401)
    scene.clock.advance(72 * 3_600_000 - 1)
    const accept = () =>
      scene.open().post('/links/accept', { token: tokenOf(url), password: goodPassword })
    assert.equal((await accept()).status, 200)
    assert.equal((await accept()).status, 404)
    assert.equal((await scene.open().signIn('awa@bank.example')).data.stage, 'enrolment')
  })

  test('to an address that is taken is refused', async (t) => {
    const { client, email } = await startEnrolled(t, 'administrator')
    const { status, error } = await client.post('/users', { email, name: 'Twin', role: 'auditor' })
    assert.deepEqual([status, error.code], [409, 'conflict'])
  })

  test('lists every fault at once', async (t) => {
    const { client } = await startEnrolled(t, 'administrator')
    const { error } = await client.post('/users', { email: 'x', role: 'owner' })
    assert.deepEqual(error.details?.map(({ param }) => param).toSorted(), ['email', 'name', 'role'])
  })
})

describe('a reset of the password', () => {
  test(
    'ends the sessions, changes the password, and leaves the second factor',
    notAgain,
    async (t) => {
      const { scene, client } = await startEnrolled(t, 'administrator')
      const user = await scene.enrol('reviewer')
      const started = await client.post(`/users/${user.id}/link`)
      assert.deepEqual([started.status, started.data.kind], [201, 'password_reset'])
      assert.equal((await user.client.get('/me')).status, 200)
      const token = tokenOf((started.data.link as { url: string }).url)
      const password = 'another-quite-different-phrase'
      assert.equal((await scene.open().post('/links/accept', { token, password })).status, 200)
      assert.equal((await user.client.get('/me')).status, 401)
      assert.equal((await scene.open().signIn(user.email)).status, 401)
      const { data } = await scene.open().signIn(user.email, password)
      assert.deepEqual([data.stage, data.factors], ['password', ['totp', 'recovery_code']])
    },
  )

  test('is no way in for somebody who is disabled', notAgain, async (t) => {
    const { scene, client } = await startEnrolled(t, 'administrator')
    const { id } = await scene.add('reviewer')
    const { data } = await client.post(`/users/${id}/link`)
    const token = tokenOf((data.link as { url: string }).url)
    await client.send('PATCH', `/users/${id}`, { json: { state: 'disabled' } })
    assert.equal((await client.post(`/users/${id}/link`)).status, 409)
    const accepted = await scene.open().post('/links/accept', { token, password: goodPassword })
    assert.equal(accepted.status, 404)
  })
})
