// Slow: takes half a second of processor time and more. api/console/sign-in.test.ts signs in in the fast lane.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RequestOrigin } from '../../server/users/request-origin.ts'
import { signIn } from '../../server/users/sign-in/sign-in.ts'
import { goodPassword } from '../support/console-client.ts'
import { startConsole } from '../support/scenes/console-scene.ts'

const origin: RequestOrigin = {
  clientAddress: '127.0.0.1',
  network: '127.0.0.1',
  area: '127.0.0.0/24',
  browser: 'a test',
  requestId: 'req_of_the_test',
}

test('sign-ins at once with the right password all succeed, although the first replaces an outdated hash', async (t) => {
  const { appliance, add, audited } = await startConsole(t)
  const { email } = await add('auditor')
  const { passwords } = appliance
  const outdated = { ...appliance, passwords: { ...passwords, isOutdated: () => true } }
  const attempt = () => signIn(outdated, origin, { email, password: goodPassword })
  const results = await Promise.allSettled([attempt(), attempt()])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'fulfilled'],
  )
  const entries = await audited('user.signed_in')
  assert.deepEqual(
    entries.map(({ outcome }) => outcome),
    ['done', 'done'],
  )
})
