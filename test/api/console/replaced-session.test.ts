import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAuditEntries } from '../../../server/audit/audit-view.ts'
import { openConsole } from '../../support/console-client.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { openOperators } from '../../support/scenes/operator-scene.ts'

const scene = openedBefore(() => openOperators())

test('a window whose user was replaced reads nothing as the new one, who is not blamed for it', async () => {
  const { administrator, auditor } = scene.clients
  const { reader } = scene.appliance.db
  const entries = () => listAuditEntries(reader, {}, { limit: 100, after: undefined })
  const before = await entries()
  // What the window of the auditor sends once the administrator has signed in beside it.
  const replaced = { headers: { 'svc-csrf': auditor.csrf } }
  for (const path of ['/users', '/verifications', '/reviews/waiting']) {
    const { status, error } = await administrator.send('GET', path, replaced)
    assert.deepEqual([status, error.code], [403, 'cross_site_request'], path)
  }
  const { status, data } = await administrator.send('GET', '/me', replaced)
  assert.deepEqual([status, data.csrf_token], [200, administrator.csrf])
  assert.equal((await administrator.get('/users')).status, 200)
  await scene.appliance.refusals.flush()
  assert.deepEqual(await entries(), before)
})

test('a program that sends no token reads with its own session', async () => {
  const { administrator } = scene.clients
  const bare = { headers: { 'svc-csrf': undefined } }
  assert.equal((await administrator.send('GET', '/users', bare)).status, 200)
  const anonymous = openConsole(scene.server)
  assert.equal((await anonymous.send('GET', '/users', bare)).status, 401)
})
