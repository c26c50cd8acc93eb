// Slow: takes a second of processor time. users.test.ts manages users in the fast lane.

import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { changeUser, inviteUser } from '../../../server/users/manage-users.ts'
import { resetSecondFactor } from '../../../server/users/passwords/resets.ts'
import type { ApiAnswer } from '../../support/api-client.ts'
import { notAgain } from '../../support/postgres.ts'
import {
  type ConsoleScene,
  type Enrolled,
  startConsole,
  startEnrolled,
} from '../../support/scenes/console-scene.ts'

interface Two {
  readonly scene: ConsoleScene
  readonly awa: Enrolled
  readonly kofi: Enrolled
}

async function startTwo(t: TestContext): Promise<Two> {
  const scene = await startConsole(t)
  const awa = await scene.enrol('administrator', 'awa@bank.example')
  const kofi = await scene.enrol('administrator', 'kofi@bank.example')
  return { scene, awa, kofi }
}

function waitingIn({ status, data, text }: ApiAnswer): string {
  assert.equal(status, 202, text)
  return (data.approval as { readonly id: string }).id
}

function decide({ client }: Enrolled, id: string, decision = 'approve') {
  return client.post(`/approvals/${id}/decide`, { decision })
}

function codeIn({ status, error }: ApiAnswer): string {
  return [status, error.details?.[0]?.code ?? error.code].join(' ')
}

describe('with two administrators, a factor reset', () => {
  test('has no effect before the other one approves, and then names both', async (t) => {
    const { scene, awa, kofi } = await startTwo(t)
    const fatou = await scene.enrol('reviewer')
    const id = waitingIn(await awa.client.post(`/users/${fatou.id}/reset-second-factor`))
    assert.equal((await fatou.client.get('/me')).status, 200)
    assert.equal(codeIn(await decide(awa, id)), '403 second_person_required')
    assert.equal((await decide(kofi, id)).status, 200)
    assert.equal((await fatou.client.get('/me')).status, 401)
    assert.equal((await scene.open().signIn(fatou.email)).data.stage, 'enrolment')
    const [reset] = await scene.audited('user.second_factor_reset')
    assert.deepEqual(
      [reset?.actor.id, reset?.details.requested_by, reset?.details.approval_id],
      [kofi.id, awa.id, id],
    )
  })

  test('is reported to the owner with who asked and who approved', notAgain, async (t) => {
    const { scene, awa, kofi } = await startTwo(t)
    const fatou = await scene.enrol('reviewer')
    const grant = { json: { role: 'administrator' } }
    await decide(kofi, waitingIn(await awa.client.send('PATCH', `/users/${fatou.id}`, grant)))
    scene.clock.advance(60_000)
    await fatou.client.signIn(fatou.email)
    const code = fatou.code()
    const second = { method: 'totp', code }
    const { data } = await fatou.client.post('/sign-in/second-factor', second)
    const [notice] = data.notices as { kind: string; by: object; approved_by: { id: string } }[]
    assert.equal(notice?.kind, 'role_changed')
    assert.deepEqual(notice?.by, { kind: 'user', id: awa.id, name: 'The administrator' })
    assert.equal(notice?.approved_by.id, kofi.id)
  })

  test('bars both who asked and who agreed from the password', async (t) => {
    const { scene, awa, kofi } = await startTwo(t)
    const fatou = await scene.add('reviewer')
    const reset = () => awa.client.post(`/users/${fatou.id}/reset-second-factor`)
    await decide(kofi, waitingIn(await reset()))
    for (const { client } of [awa, kofi]) {
      assert.equal(codeIn(await client.post(`/users/${fatou.id}/link`)), '409 both_resets')
    }
  })

  test('is not done where the password was reset while it waited', notAgain, async (t) => {
    const { scene, awa, kofi } = await startTwo(t)
    const fatou = await scene.enrol('reviewer')
    const id = waitingIn(await awa.client.post(`/users/${fatou.id}/reset-second-factor`))
    await awa.client.post(`/users/${fatou.id}/link`)
    assert.equal(codeIn(await decide(kofi, id)), '409 both_resets')
    assert.equal((await fatou.client.get('/me')).status, 200)
  })

  test('waits once: a second request says so', notAgain, async (t) => {
    const { scene, awa, kofi } = await startTwo(t)
    const fatou = await scene.add('reviewer')
    const path = `/users/${fatou.id}/reset-second-factor`
    waitingIn(await awa.client.post(path))
    assert.equal(codeIn(await kofi.client.post(path)), '409 approval_pending')
  })
})

describe('with two administrators, the roles reviewer and administrator', () => {
  for (const role of ['reviewer', 'administrator'] as const) {
    test(`${role} by a change of role waits, and the others do not`, async (t) => {
      const { scene, awa, kofi } = await startTwo(t)
      const omar = await scene.enrol('auditor')
      const change = (json: object) => awa.client.send('PATCH', `/users/${omar.id}`, { json })
      assert.equal((await change({ role: 'developer' })).status, 200)
      const id = waitingIn(await change({ role, name: 'Omar' }))
      const now = await awa.client.get(`/users/${omar.id}`)
      assert.deepEqual([now.data.role, now.data.name], ['developer', 'Omar'])
      assert.equal((await decide(kofi, id)).status, 200)
      assert.equal((await awa.client.get(`/users/${omar.id}`)).data.role, role)
    })

    test(`${role} by an invitation makes no account and no link before the other agrees`, async (t) => {
      const { scene, awa, kofi } = await startTwo(t)
      const asked = { email: 'shadow@bank.example', name: 'Shadow', role }
      const answer = await awa.client.post('/users', asked)
      const id = waitingIn(answer)
      assert.doesNotMatch(answer.text, /invitation#/)
      const known = async () => {
        const { data } = await awa.client.get('/users')
        const people = data.items as { id: string; email: string; state: string }[]
        return people.find(({ email }) => email === asked.email)
      }
      assert.equal(await known(), undefined)
      assert.equal((await decide(kofi, id)).status, 200)
      const invited = await known()
      assert.equal(invited?.state, 'invited')
      const link = await awa.client.post(`/users/${invited?.id}/link`)
      assert.deepEqual([link.status, link.data.kind], [201, 'invitation'])
      const entries = await scene.audited('user.invited')
      assert.deepEqual(entries.at(-1)?.details, { role, requested_by: awa.id, approval_id: id })
    })
  }

  test('are refused with a word, and nothing is made', notAgain, async (t) => {
    const { scene, awa, kofi } = await startTwo(t)
    const asked = { email: 'shadow@bank.example', name: 'Shadow', role: 'reviewer' }
    const id = waitingIn(await awa.client.post('/users', asked))
    assert.equal((await decide(kofi, id, 'refuse')).data.state, 'refused')
    assert.equal((await scene.audited('user.invited')).length, 0)
  })

  test('are not granted to an account that has changed since', notAgain, async (t) => {
    const { scene, awa, kofi } = await startTwo(t)
    const omar = await scene.add('auditor')
    const change = (json: object) => awa.client.send('PATCH', `/users/${omar.id}`, { json })
    const id = waitingIn(await change({ role: 'reviewer' }))
    await change({ role: 'developer' })
    assert.equal(codeIn(await decide(kofi, id)), '409 changed_meanwhile')
  })

  test('are shown to the other with name, address and role', notAgain, async (t) => {
    const { scene, awa, kofi } = await startTwo(t)
    const omar = await scene.add('auditor')
    await awa.client.send('PATCH', `/users/${omar.id}`, { json: { role: 'reviewer' } })
    const { data } = await kofi.client.get('/approvals')
    const [item] = data.items as { kind: string; facts: object; may_decide: boolean }[]
    assert.deepEqual([item?.kind, item?.may_decide], ['user_role_grant', true])
    assert.deepEqual(item?.facts, {
      name: 'The auditor',
      email: omar.email,
      role: 'reviewer',
      previous_role: 'auditor',
    })
  })
})

describe('one administrator alone', () => {
  test('does both at once, and the audit log says that nobody approved', async (t) => {
    const { scene, client } = await startEnrolled(t, 'administrator')
    const omar = await scene.add('auditor')
    const granted = await client.send('PATCH', `/users/${omar.id}`, { json: { role: 'reviewer' } })
    assert.deepEqual([granted.status, granted.data.role], [200, 'reviewer'])
    assert.equal((await client.post(`/users/${omar.id}/reset-second-factor`)).status, 200)
    for (const action of ['user.role_changed', 'user.second_factor_reset'] as const) {
      const [entry] = await scene.audited(action)
      assert.equal(entry?.details.approval, 'nobody_else', action)
    }
  })

  test('is not alone for having disabled the other', notAgain, async (t) => {
    const { scene, awa, kofi } = await startTwo(t)
    const fatou = await scene.add('reviewer')
    await awa.client.send('PATCH', `/users/${kofi.id}`, { json: { state: 'disabled' } })
    waitingIn(await awa.client.post(`/users/${fatou.id}/reset-second-factor`))
  })
})

test(
  'on the host nobody else is needed, and the audit log says where it was done',
  notAgain,
  async (t) => {
    const { scene } = await startTwo(t)
    const { id } = await scene.add('auditor')
    await changeUser(scene.appliance, fromCommandLine, id, { role: 'reviewer' })
    await resetSecondFactor(scene.appliance, fromCommandLine, id)
    const asked = { email: 'x@bank.example', name: 'X', role: 'administrator' } as const
    await inviteUser(scene.appliance, fromCommandLine, asked)
    for (const action of ['user.role_changed', 'user.second_factor_reset'] as const) {
      assert.equal((await scene.audited(action))[0]?.actor.kind, 'cli')
    }
  },
)
