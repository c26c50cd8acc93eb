// Slow: takes half a second of processor time and more. sign-in.test.ts signs in in the fast lane.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { issueLinkFor, resetSecondFactor } from '../../../server/users/passwords/resets.ts'
import type { ApiAnswer } from '../../support/api-client.ts'
import { goodPassword } from '../../support/console-client.ts'
import { notAgain } from '../../support/postgres.ts'
import {
  codeOf,
  type Enrolled,
  setUpApp,
  startConsole,
  startEnrolled,
} from '../../support/scenes/console-scene.ts'

const hour = 3_600_000

function refusalOf({ status, error }: ApiAnswer): string {
  return [status, error.details?.[0]?.code].join(' ')
}

function tokenOf({ data }: ApiAnswer): string {
  return String((data.link as { url: string }).url).split('#')[1] ?? ''
}

async function signInAgain(scene: { clock: { advance(ms: number): void } }, who: Enrolled) {
  scene.clock.advance(30_000)
  await who.client.signIn(who.email)
  return who.client.post('/sign-in/second-factor', { method: 'totp', code: who.code() })
}

describe('both resets of one account', () => {
  test(
    'never come from one administrator within 72 hours, whichever came first',
    notAgain,
    async (t) => {
      const scene = await startConsole(t)
      const mallory = await scene.enrol('administrator')
      const [fatou, omar] = [
        await scene.add('reviewer'),
        await scene.add('reviewer', 'o@b.example'),
      ]
      assert.equal((await mallory.client.post(`/users/${fatou.id}/link`)).status, 201)
      const factor = () => mallory.client.post(`/users/${fatou.id}/reset-second-factor`)
      assert.equal(refusalOf(await factor()), '409 both_resets')
      const other = await mallory.client.post(`/users/${omar.id}/reset-second-factor`)
      assert.equal(other.status, 200)
      assert.equal(
        refusalOf(await mallory.client.post(`/users/${omar.id}/link`)),
        '409 both_resets',
      )
      scene.clock.advance(72 * hour - 60_000)
      await signInAgain(scene, mallory)
      assert.equal(refusalOf(await factor()), '409 both_resets')
      scene.clock.advance(60_000)
      assert.equal((await factor()).status, 200)
    },
  )

  test('count from when the link was used, too', notAgain, async (t) => {
    const scene = await startConsole(t)
    const mallory = await scene.enrol('administrator')
    const { id } = await scene.add('reviewer')
    const issued = await mallory.client.post(`/users/${id}/link`)
    scene.clock.advance(20 * 60_000)
    const accepted = { token: tokenOf(issued), password: 'another-quite-different-phrase' }
    assert.equal((await scene.open().post('/links/accept', accepted)).status, 200)
    scene.clock.advance(72 * hour - 10 * 60_000)
    await signInAgain(scene, mallory)
    const factor = await mallory.client.post(`/users/${id}/reset-second-factor`)
    assert.equal(refusalOf(factor), '409 both_resets')
  })

  test('may both be done on the host, and the audit log says so', async (t) => {
    const scene = await startConsole(t)
    const { id } = await scene.add('reviewer')
    await issueLinkFor(scene.appliance, fromCommandLine, id)
    await resetSecondFactor(scene.appliance, fromCommandLine, id)
    const [entry] = await scene.audited('user.second_factor_reset')
    assert.equal(entry?.actor.kind, 'cli')
  })
})

test('nobody makes a link to a new password for themselves', notAgain, async (t) => {
  const { client, id } = await startEnrolled(t, 'administrator')
  assert.equal(refusalOf(await client.post(`/users/${id}/link`)), '409 oneself')
})

describe('the entry of an accepted link', () => {
  test('is by whom it was made for, and names who made it', notAgain, async (t) => {
    const scene = await startConsole(t)
    const administrator = await scene.enrol('administrator')
    const { id } = await scene.add('reviewer')
    const token = tokenOf(await administrator.client.post(`/users/${id}/link`))
    await scene.open().post('/links/accept', { token, password: 'another-quite-different-phrase' })
    const [reset] = await scene.audited('user.password_reset')
    assert.deepEqual([reset?.actor.id, reset?.details.link_made_by], [id, administrator.id])
    const issued = await issueLinkFor(scene.appliance, fromCommandLine, id)
    const again = { token: issued.link.url.split('#')[1], password: goodPassword }
    assert.equal((await scene.open().post('/links/accept', again)).status, 200)
    const [onHost] = await scene.audited('user.password_reset')
    assert.equal(onHost?.details.link_made_by, 'cli')
  })

  test('is so for an invitation', async (t) => {
    const scene = await startConsole(t)
    const administrator = await scene.enrol('administrator')
    const asked = { email: 'awa@bank.example', name: 'Awa', role: 'auditor' }
    const token = tokenOf(await administrator.client.post('/users', asked))
    await scene.open().post('/links/accept', { token, password: goodPassword })
    const [entry] = await scene.audited('user.invitation_accepted')
    assert.equal(entry?.details.link_made_by, administrator.id)
  })
})

describe('the owner of an account is notified at the next sign-in', () => {
  test('of resets and of another role: what, when and by whom', notAgain, async (t) => {
    const scene = await startConsole(t)
    const administrator = await scene.enrol('administrator')
    const user = await scene.enrol('auditor')
    const change = { json: { role: 'developer' } }
    await administrator.client.send('PATCH', `/users/${user.id}`, change)
    scene.clock.advance(1)
    const token = tokenOf(await administrator.client.post(`/users/${user.id}/link`))
    scene.clock.advance(60_000)
    await scene.open().post('/links/accept', { token, password: goodPassword })
    const { data } = await signInAgain(scene, user)
    const notices = data.notices as { kind: string; role: string | null; by: { name: string } }[]
    assert.deepEqual(
      notices.map(({ kind, role, by }) => [kind, role, by.name]),
      [
        ['role_changed', 'developer', 'The administrator'],
        ['password_reset_started', null, 'The administrator'],
        ['password_reset', null, 'The administrator'],
      ],
    )
  })

  test('of a second factor that the host took away', notAgain, async (t) => {
    const scene = await startConsole(t)
    const user = await scene.enrol('auditor')
    await resetSecondFactor(scene.appliance, fromCommandLine, user.id)
    scene.clock.advance(1)
    const client = scene.open()
    assert.deepEqual((await client.signIn(user.email)).data.notices, [])
    await setUpApp(scene, client)
    const notices = (await client.get('/me')).data.notices as { kind: string; by: object }[]
    assert.deepEqual(
      notices.map(({ kind, by }) => [kind, by]),
      [['second_factor_reset', { kind: 'cli', id: null, name: null }]],
    )
  })

  test('of what they did themselves in an earlier session', async (t) => {
    const scene = await startConsole(t)
    const user = await scene.enrol('auditor')
    await user.client.post('/me/recovery-codes')
    await setUpApp(scene, user.client)
    assert.deepEqual((await user.client.get('/me')).data.notices, [])
    const client = scene.open()
    scene.clock.advance(60_000)
    const offered = await user.client.post('/me/totp')
    const secret = String(offered.data.secret)
    const code = () => codeOf(secret, scene.clock.now())
    await user.client.post('/me/totp/confirm', { code: code() })
    scene.clock.advance(60_000)
    await client.signIn(user.email)
    const { data } = await client.post('/sign-in/second-factor', { method: 'totp', code: code() })
    assert.deepEqual((data.notices as { kind: string }[]).map(({ kind }) => kind).toSorted(), [
      'recovery_codes_made',
      'second_factor_added',
      'second_factor_added',
    ])
  })

  test(
    'but not in the session in which they did it, which a change of password goes on with',
    notAgain,
    async (t) => {
      const { scene, client } = await startEnrolled(t, 'auditor')
      await client.post('/me/recovery-codes')
      scene.clock.advance(60_000)
      const next = 'another-quite-different-phrase'
      const change = { current_password: goodPassword, new_password: next }
      const { data } = await client.post('/me/password', change)
      assert.deepEqual(data.notices, [])
      const { items } = (await client.get('/me/notices')).data as { items: { kind: string }[] }
      assert.equal(items[0]?.kind, 'password_changed')
    },
  )

  test(
    'again after a reset, since somebody else may have seen it meanwhile',
    notAgain,
    async (t) => {
      const scene = await startConsole(t)
      const administrator = await scene.enrol('administrator')
      const user = await scene.enrol('auditor')
      const token = tokenOf(await administrator.client.post(`/users/${user.id}/link`))
      const intruder = { token, password: 'another-quite-different-phrase' }
      await scene.open().post('/links/accept', intruder)
      scene.clock.advance(30_000)
      const taken = scene.open()
      await taken.signIn(user.email, intruder.password)
      const code = user.code()
      await taken.post('/sign-in/second-factor', { method: 'totp', code })
      assert.equal((await taken.post('/me/notices/seen')).data.seen, 2)
      await resetSecondFactor(scene.appliance, fromCommandLine, user.id)
      scene.clock.advance(1)
      const owner = scene.open()
      await owner.signIn(user.email, intruder.password)
      await setUpApp(scene, owner)
      const notices = (await owner.get('/me')).data.notices as { kind: string }[]
      assert.deepEqual(notices.map(({ kind }) => kind).toSorted(), [
        'password_reset',
        'password_reset_started',
        'second_factor_reset',
      ])
    },
  )
})
