import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ensureDemoUsers, notedPasswords } from '../../../server/demo/demo-users.ts'
import { openConsole } from '../../support/console-client.ts'
import { startAppliance } from '../../support/running-appliance.ts'

test('the demo has a user of each role and a second reviewer, whose saved passwords keep working', async (t) => {
  const app = await startAppliance({ withoutProvider: true })
  t.after(() => app.close())
  const first = await ensureDemoUsers(app.appliance, {})
  assert.equal(new Set(first.map(({ password }) => password)).size, 6)
  const demoPasswords = notedPasswords(first)
  assert.deepEqual(await ensureDemoUsers(app.appliance, { demoPasswords }), first)
  for (const { email, role, password = '' } of first) {
    const { data } = await openConsole(app.server).signIn(email, password)
    assert.equal((data.user as { role: string }).role, role)
    assert.equal(data.stage, 'full')
  }
})

test('a changed password of the demo is no longer printed', async (t) => {
  const app = await startAppliance({ withoutProvider: true })
  t.after(() => app.close())
  const demoPasswords = notedPasswords(await ensureDemoUsers(app.appliance, {}))
  const client = openConsole(app.server)
  await client.signIn('auditor@demo.example', demoPasswords.auditor)
  const change = {
    current_password: demoPasswords.auditor,
    new_password: 'another-quite-different-phrase',
  }
  assert.equal((await client.post('/me/password', change)).status, 200)
  const again = await ensureDemoUsers(app.appliance, { demoPasswords })
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
  assert.equal(notedPasswords(again).auditor, undefined)
})
