import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ensureDemoStaff, notedPasswords } from '../../../server/demo/demo-staff.ts'
import { openConsole } from '../../support/console-client.ts'
import { startAppliance } from '../../support/running-appliance.ts'

test('the demo has a member of each role and a second reviewer, whose noted passwords go on working', async (t) => {
  const app = await startAppliance({ withoutProvider: true })
  t.after(() => app.close())
  const first = await ensureDemoStaff(app.appliance, {})
  assert.equal(new Set(first.map(({ password }) => password)).size, 5)
  const staffPasswords = notedPasswords(first)
  assert.deepEqual(await ensureDemoStaff(app.appliance, { staffPasswords }), first)
  for (const { email, role, password = '' } of first) {
    const { data } = await openConsole(app.server).signIn(email, password)
    assert.equal((data.member as { role: string }).role, role)
    assert.equal(data.stage, 'full')
  }
})

test('a password of the demo that somebody changed is no longer told', async (t) => {
  const app = await startAppliance({ withoutProvider: true })
  t.after(() => app.close())
  const staffPasswords = notedPasswords(await ensureDemoStaff(app.appliance, {}))
  const client = openConsole(app.server)
  await client.signIn('auditor@demo.example', staffPasswords.auditor)
  const change = {
    current_password: staffPasswords.auditor,
    new_password: 'another-quite-different-phrase',
  }
  assert.equal((await client.post('/me/password', change)).status, 200)
  const again = await ensureDemoStaff(app.appliance, { staffPasswords })
  assert.deepEqual(
    again.map(({ role, password }) => [role, password !== undefined]),
    [
      ['administrator', true],
      ['reviewer', true],
      ['reviewer', true],
      ['developer', true],
      ['auditor', false],
    ],
  )
  assert.equal(notedPasswords(again).auditor, undefined)
})
