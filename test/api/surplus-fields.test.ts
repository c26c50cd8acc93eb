import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { scopes } from '../../server/keys/key.ts'
import { call } from '../support/api-client.ts'
import { type ConsoleClient, openEachRole } from '../support/console-client.ts'
import { openedBefore } from '../support/opened-before.ts'
import { awaTeranga } from '../support/person.ts'
import { startAppliance } from '../support/running-appliance.ts'

/** What a client might hope that somebody copies into a row. */
const hopes = {
  id: 'ver_00000000000000000000000000',
  api_key_id: 'key_00000000000000000000000000',
  tenant_id: 'other',
  environment: 'live',
  status: 'declined',
  state: 'disabled',
  role: 'administrator',
  is_admin: true,
  score: { score: 999, band: 'A' },
  billable: false,
  secret: 'whsec_mine',
  key: 'svc_live_mine',
  created_at: '2001-01-01T00:00:00.000Z',
  completed_at: '2001-01-01T00:00:00.000Z',
  revoked_at: '2001-01-01T00:00:00.000Z',
  last_used_at: '2001-01-01T00:00:00.000Z',
  failing_since: '2001-01-01T00:00:00.000Z',
}

describe('fields that a request has no business with', () => {
  const app = openedBefore(() => startAppliance({ settings: { SVC_SECOND_FACTOR_REQUIRED: 'no' } }))
  let key: string
  let administrator: ConsoleClient
  before(async () => {
    key = await app.key('sandbox', scopes)
    administrator = (await openEachRole(app)).administrator
  })

  const post = async (path: string, json: object) => {
    const answer = await call(`${app.url}${path}`, { key, json })
    assert.ok(answer.status < 300, answer.text)
    return answer.data
  }
  /** Nothing of what was hoped for stands in the answer, under any name. */
  const assertUntouched = (data: Record<string, unknown>) => {
    for (const [name, hoped] of Object.entries(hopes)) {
      assert.notDeepEqual(data[name], hoped, name)
    }
    assert.ok(!JSON.stringify(data).includes('2001-01-01'))
  }

  test('have no effect on a verification', async () => {
    const made = await post('/kyc/sandbox/verify', { ...hopes, ...awaTeranga })
    assert.equal(made.status, 'approved')
    const detail = await call(`${app.url}/kyc/verifications/${made.id}`, { key })
    assertUntouched(detail.data)
    const live = await call(`${app.url}/kyc/verifications`, { key: app.liveKey })
    assert.deepEqual(live.data.items, [])
  })

  test('have no effect on a webhook, when it is made or changed', async () => {
    const url = 'https://hooks.example.com/svc'
    const made = await post('/webhooks', { ...hopes, url, events: ['verification.completed'] })
    assertUntouched(made)
    const changed = await call(`${app.url}/webhooks/${made.id}`, {
      key,
      method: 'PATCH',
      json: { ...hopes, active: false },
    })
    assert.equal(changed.status, 200)
    assertUntouched(changed.data)
    assert.deepEqual([changed.data.id, changed.data.url], [made.id, url])
  })

  test('have no effect on a key', async () => {
    const asked = { ...hopes, name: 'reader', environment: 'sandbox', scopes: ['kyc.read'] }
    const made = await post('/keys', asked)
    assertUntouched(made)
    assert.deepEqual(made.scopes, ['kyc.read'])
    const listed = await call(`${app.url}/keys`, { key })
    for (const item of listed.data.items as Record<string, unknown>[]) assertUntouched(item)
  })

  test('have no effect on a user of the console', async () => {
    const asked = { ...hopes, email: 'new@bank.example', name: 'New', role: 'auditor' }
    const { status, data, text } = await administrator.post('/users', asked)
    assert.ok(status < 300, text)
    assertUntouched(data)
    const people = await administrator.get('/users')
    const items = people.data.items as Record<string, unknown>[]
    const made = items.find(({ email }) => email === 'new@bank.example')
    assert.equal(made?.role, 'auditor')
    assert.notEqual(made?.state, 'disabled')
  })
})
