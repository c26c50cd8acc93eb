// Slow: takes a second of processor time. sign-in.test.ts opens sessions in the fast lane.
// Not again on PostgreSQL: resets.test.ts and unusual-sign-ins.test.ts send its statements there.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pruneSignIns } from '../../../server/users/prune-sign-ins.ts'
import { goodPassword } from '../../support/console-client.ts'
import { startEnrolled } from '../../support/scenes/console-scene.ts'

const minute = 60_000

describe('a session', () => {
  test('ends after 15 minutes without use', async (t) => {
    const { scene, client } = await startEnrolled(t, 'auditor')
    for (let use = 0; use < 4; use += 1) {
      scene.clock.advance(14 * minute)
      assert.equal((await client.get('/me')).status, 200)
    }
    scene.clock.advance(15 * minute)
    assert.equal((await client.get('/me')).status, 401)
  })

  test('is not kept by a page that reads by itself while nobody is at it', async (t) => {
    const { scene, client } = await startEnrolled(t, 'auditor')
    const unattended = { headers: { 'svc-unattended': 'yes' } }
    for (let minutes = 5; minutes < 15; minutes += 5) {
      scene.clock.advance(5 * minute)
      assert.equal((await client.send('GET', '/me', unattended)).status, 200)
    }
    scene.clock.advance(5 * minute)
    assert.equal((await client.send('GET', '/me', unattended)).status, 401)
  })

  test('ends after 12 hours whatever its use', async (t) => {
    const { scene, client } = await startEnrolled(t, 'auditor')
    for (let use = 0; use < 71; use += 1) {
      scene.clock.advance(10 * minute)
      assert.equal((await client.get('/me')).status, 200)
    }
    scene.clock.advance(10 * minute)
    assert.equal((await client.get('/me')).status, 401)
    scene.clock.advance(minute)
    assert.ok((await pruneSignIns(scene.appliance)) > 0)
  })

  test('that waits for a second factor ends after ten minutes', async (t) => {
    const { scene, email } = await startEnrolled(t, 'auditor')
    const client = scene.open()
    await client.signIn(email)
    scene.clock.advance(10 * minute)
    assert.equal((await client.get('/me')).status, 401)
  })

  test('ends with signing out, and its cookie is deleted', async (t) => {
    const { scene, client } = await startEnrolled(t, 'auditor')
    const kept = client.cookie ?? ''
    const { status, headers } = await client.post('/sign-out')
    assert.equal(status, 204)
    assert.equal(headers.get('Clear-Site-Data'), '"cache", "cookies", "storage"')
    assert.match(headers.getSetCookie()[0] ?? '', /svc-session=; Max-Age=0;/)
    const answer = await scene.open().send('GET', '/me', { headers: { Cookie: kept } })
    assert.equal(answer.status, 401)
  })

  test('is listed, and ended from another, but only one’s own', async (t) => {
    const { scene, client, email, code } = await startEnrolled(t, 'auditor')
    const colleague = await scene.enrol('reviewer')
    scene.clock.advance(minute)
    const other = scene.open()
    await other.signIn(email)
    await other.post('/sign-in/second-factor', { method: 'totp', code: code() })
    const items = (await client.get('/me/sessions')).data.items as {
      id: string
      current: boolean
    }[]
    assert.deepEqual(
      items.map(({ current }) => current),
      [false, true],
    )
    const [first] = items
    assert.equal((await colleague.client.send('DELETE', `/me/sessions/${first?.id}`)).status, 404)
    assert.equal((await client.send('DELETE', `/me/sessions/${first?.id}`)).status, 204)
    assert.equal((await other.get('/me')).status, 401)
    assert.equal((await client.get('/me')).status, 200)
  })

  test('of others is ended when one changes the password, and one’s own gets a new id', async (t) => {
    const { scene, client, email, code } = await startEnrolled(t, 'auditor')
    scene.clock.advance(minute)
    const other = scene.open()
    await other.signIn(email)
    await other.post('/sign-in/second-factor', { method: 'totp', code: code() })
    const before = client.cookie
    const next = 'another-quite-different-phrase'
    const wrong = { current_password: 'x', new_password: next }
    assert.equal((await client.post('/me/password', wrong)).status, 401)
    const right = { current_password: goodPassword, new_password: next }
    assert.equal((await client.post('/me/password', right)).status, 200)
    assert.notEqual(client.cookie, before)
    assert.equal((await client.get('/me')).status, 200)
    assert.equal((await other.get('/me')).status, 401)
    assert.equal((await scene.open().signIn(email)).status, 401)
  })
})

describe("an administrator's change to a user takes effect with the next request:", () => {
  for (const [name, change] of [
    ['disabling', { state: 'disabled' }],
    ['another role', { role: 'auditor' }],
  ] as const) {
    test(name, async (t) => {
      const { scene, client } = await startEnrolled(t, 'administrator')
      const user = await scene.enrol('developer')
      const changed = await client.send('PATCH', `/users/${user.id}`, { json: change })
      assert.equal(changed.status, 200)
      assert.equal((await user.client.get('/me')).status, 401)
    })
  }

  test('ending the sessions', async (t) => {
    const { scene, client } = await startEnrolled(t, 'administrator')
    const user = await scene.enrol('developer')
    const { data } = await client.get(`/users/${user.id}/sessions`)
    assert.equal((data.items as unknown[]).length, 1)
    assert.equal((await client.send('DELETE', `/users/${user.id}/sessions`)).data.ended, 1)
    assert.equal((await user.client.get('/me')).status, 401)
  })

  test('taking a lost second factor away', async (t) => {
    const { scene, client, id } = await startEnrolled(t, 'administrator')
    const user = await scene.enrol('developer')
    assert.equal((await client.post(`/users/${id}/reset-second-factor`)).status, 409)
    assert.equal((await client.post(`/users/${user.id}/reset-second-factor`)).status, 200)
    assert.equal((await user.client.get('/me')).status, 401)
    assert.equal((await scene.open().signIn(user.email)).data.stage, 'enrolment')
  })
})

test('a session that was started while its user was being disabled is refused', async (t) => {
  const { scene, client, id } = await startEnrolled(t, 'auditor')
  await scene.appliance.db.write((trx) =>
    trx.updateTable('users').set({ state: 'disabled' }).where('id', '=', id).execute(),
  )
  assert.equal((await client.get('/me')).status, 401)
})

describe('nobody', () => {
  test('changes their own role or disables themselves', async (t) => {
    const { client, id } = await startEnrolled(t, 'administrator')
    for (const json of [{ role: 'auditor' }, { state: 'disabled' }]) {
      assert.equal((await client.send('PATCH', `/users/${id}`, { json })).status, 409)
    }
  })

  test('gives access without a proof from the last five minutes', async (t) => {
    const { scene, client } = await startEnrolled(t, 'administrator')
    const { id } = await scene.add('auditor')
    scene.clock.advance(5 * minute)
    const json = { role: 'administrator' }
    const { error } = await client.send('PATCH', `/users/${id}`, { json })
    assert.equal(error.code, 'confirmation_required')
  })
})

test('what is done and what is denied stands in the audit log, with who and from where', async (t) => {
  const { scene, client, id } = await startEnrolled(t, 'administrator')
  const auditor = await scene.enrol('auditor')
  await client.send('PATCH', `/users/${auditor.id}`, { json: { role: 'developer' } })
  const [changed] = await scene.audited('user.role_changed')
  assert.deepEqual(changed?.details, { role: 'developer', previous_role: 'auditor' })
  assert.deepEqual([changed?.actor.id, changed?.subject?.id], [id, auditor.id])
  assert.match(`${changed?.clientAddress} ${changed?.requestId}`, /^127\.0\.0\.1 req_/)
  const reviewer = await scene.enrol('reviewer')
  await reviewer.client.get('/audit')
  const [denied] = await scene.audited('user.access_denied')
  assert.deepEqual([denied?.outcome, denied?.details.permission], ['denied', 'audit.read'])
  const { data } = await client.post('/audit/verify')
  assert.equal(data.intact, true)
})
