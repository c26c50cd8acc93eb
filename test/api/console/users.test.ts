// Not again on PostgreSQL: second-administrator.test.ts and role-matrix.test.ts send its statements there.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import type { AppError } from '../../../server/kernel/app-error.ts'
import { changeUser } from '../../../server/users/manage-users.ts'
import { describeUsers, readUser } from '../../../server/users/read-users.ts'
import { startConsole, startEnrolled } from '../../support/scenes/console-scene.ts'
import { fieldsOf, itemsOf } from '../../support/scenes/operator-scene.ts'

test("the list shows each user's sign-in methods and number of sessions", async (t) => {
  const { scene, client, id } = await startEnrolled(t, 'administrator')
  const auditor = await scene.enrol('auditor')
  await scene.add('developer')
  const people = await itemsOf(client.get('/users'))
  assert.deepEqual(
    people.map((one) => `${one.role} ${one.second_factors} ${one.open_sessions}`).toSorted(),
    ['administrator totp,recovery_code 1', 'auditor totp,recovery_code 1', 'developer  0'],
  )
  const asked = { email: 'awa@bank.example', name: 'Awa', role: 'reviewer' }
  await client.post('/users', asked)
  const [invited, ...others] = (await itemsOf(client.get('/users'))).toSorted(
    (one, other) => Number(one.has_password) - Number(other.has_password),
  )
  assert.equal(invited?.email, asked.email)
  const until = new Date(scene.clock.now() + 72 * 3_600_000).toISOString()
  assert.equal(invited?.invitation_until, until)
  assert.ok(others.every((one) => one.has_password === true))
  const idleMs = scene.appliance.config.users.sessionIdleMs
  scene.clock.advance(idleMs - 60_000)
  await client.get('/me')
  scene.clock.advance(60_000)
  assert.equal((await fieldsOf(client.get(`/users/${auditor.id}`))).open_sessions, 0)
  assert.equal((await fieldsOf(client.get(`/users/${id}`))).open_sessions, 1)
})

test('an invitation whose link is over is told apart from one whose link works', async (t) => {
  const { scene, client } = await startEnrolled(t, 'administrator')
  const asked = { email: 'awa@bank.example', name: 'Awa', role: 'reviewer' }
  const { user } = await fieldsOf(client.post('/users', asked), 201)
  const { id } = user as { readonly id: string }
  const users = [await readUser(scene.appliance, id)]
  const until = async () => (await describeUsers(scene.appliance, users))[0]?.invitationUntil
  assert.equal(await until(), scene.clock.now() + 72 * 3_600_000)
  scene.clock.advance(72 * 3_600_000)
  assert.equal(await until(), undefined)
})

test('users are filtered by words of their name or address, role and state', async (t) => {
  const { scene, client } = await startEnrolled(t, 'administrator')
  const invited = [
    ['aicha.diallo@bank.example', 'Aïcha Diallo', 'reviewer'],
    ['awa@bank.example', 'Awa Diallo', 'reviewer'],
    ['kofi_m@bank.example', 'Kofi Mensah', 'auditor'],
  ] as const
  for (const [email, name, role] of invited) {
    await fieldsOf(client.post('/users', { email, name, role }), 201)
    scene.clock.advance(1)
  }
  const found = async (query: string) =>
    (await itemsOf(client.get(`/users?${query}`))).map(({ name }) => name)
  assert.deepEqual(await found('search=AICHA'), ['Aïcha Diallo'])
  assert.deepEqual(await found('search=diallo%20aw'), ['Awa Diallo'])
  assert.deepEqual(await found('search=fi_m'), ['Kofi Mensah'])
  assert.deepEqual(await found('search=f%25'), [])
  assert.deepEqual(await found('role=reviewer&state=invited'), ['Awa Diallo', 'Aïcha Diallo'])
  assert.deepEqual(await found('role=reviewer&state=active'), [])
  const first = await fieldsOf(client.get('/users?search=diallo&limit=1'))
  const next = `search=diallo&limit=1&cursor=${first.next_cursor}`
  assert.deepEqual(await found(next), ['Aïcha Diallo'])
  const { error } = await client.get(`/users?role=boss&search=${'a'.repeat(101)}`)
  assert.deepEqual(
    error.details?.map(({ param }) => param),
    ['role', 'search'],
  )
})

test('an auditor sees the sessions of users, and cannot end them', async (t) => {
  const { scene, client } = await startEnrolled(t, 'auditor')
  const { id } = await scene.enrol('reviewer')
  const [session] = await itemsOf(client.get(`/users/${id}/sessions`))
  assert.equal(session?.client_address, '127.0.0.1')
  const { error } = await client.send('DELETE', `/users/${id}/sessions/${session?.id}`)
  assert.equal(error.code, 'missing_permission')
})

test('refusals say in a code of their own what stands in the way', async (t) => {
  const { scene, client, id } = await startEnrolled(t, 'administrator')
  const { id: other } = await scene.add('auditor')
  await client.send('PATCH', `/users/${other}`, { json: { state: 'disabled' } })
  const refusals = [
    client.send('PATCH', `/users/${id}`, { json: { role: 'auditor' } }),
    client.post(`/users/${other}/link`),
  ]
  const codes = (await Promise.all(refusals)).map(({ error }) => error.details?.[0]?.code)
  assert.deepEqual(codes, ['oneself', 'user_disabled'])
})

test('the last administrator stays one, whoever asks', async (t) => {
  const scene = await startConsole(t)
  const { id } = await scene.add('administrator')
  for (const change of [{ role: 'auditor' }, { state: 'disabled' }] as const) {
    await assert.rejects(
      changeUser(scene.appliance, fromCommandLine, id, change),
      ({ options }: AppError) => options.details?.[0]?.code === 'last_administrator',
    )
  }
})
