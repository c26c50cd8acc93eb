import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ensureDemoUsers, notedPasswords } from '../../../server/demo/demo-users.ts'
import type { Passwords } from '../../../server/users/passwords/passwords.ts'
import { openConsole } from '../../support/console-client.ts'
import { startForTest } from '../../support/running-appliance.ts'

test('the demo has a user of each role and a second reviewer, whose saved passwords keep working', async (t) => {
  const app = await startForTest(t, { withoutProvider: true })
  const first = await ensureDemoUsers(app.appliance, {})
  assert.equal(new Set(first.map(({ password }) => password)).size, 6)
  // Throws if a password is hashed, compared or looked for in a list.
  const unhashed = { ...app.appliance, passwords: undefined as unknown as Passwords }
  assert.deepEqual(await ensureDemoUsers(unhashed, notedPasswords(first)), first)
  // Notes of before the matches were kept.
  const { demoPasswords } = notedPasswords(first)
  assert.deepEqual(await ensureDemoUsers(app.appliance, { demoPasswords }), first)
  for (const { email, role, password = '' } of first) {
    const { data } = await openConsole(app.server).signIn(email, password)
    assert.equal((data.user as { role: string }).role, role)
    assert.equal(data.stage, 'full')
  }
})

test('a changed password of the demo is no longer printed', async (t) => {
  const app = await startForTest(t, { withoutProvider: true })
  const notes = notedPasswords(await ensureDemoUsers(app.appliance, {}))
  const { demoPasswords } = notes
  assert.notEqual(notes.passwordMatches.auditor, undefined)
  const client = openConsole(app.server)
  await client.signIn('auditor@demo.example', demoPasswords.auditor)
  const change = {
    current_password: demoPasswords.auditor,
    new_password: 'another-quite-different-phrase',
  }
  assert.equal((await client.post('/me/password', change)).status, 200)
  const again = await ensureDemoUsers(app.appliance, notes)
  assert.deepEqual(
    again.map(({ role, password }) => [role, password !== undefined]),
    [
      ['administrator', true],
      ['lead', true],
      ['reviewer', true],
      ['reviewer', true],
      ['developer', true],
      ['auditor', false],
    ],
  )
  assert.equal(notedPasswords(again).demoPasswords.auditor, undefined)
  assert.equal(notedPasswords(again).passwordMatches.auditor, undefined)
})

test('a password that was changed in the notes is not printed, whatever the notes keep beside it', async (t) => {
  const app = await startForTest(t, { withoutProvider: true })
  const { demoPasswords, passwordMatches } = notedPasswords(
    await ensureDemoUsers(app.appliance, {}),
  )
  const changed = { ...demoPasswords, lead: 'not-what-the-lead-signs-in-with' }
  const again = await ensureDemoUsers(app.appliance, { demoPasswords: changed, passwordMatches })
  assert.deepEqual(
    again.filter(({ password }) => password === undefined).map(({ role }) => role),
    ['lead'],
  )
})
