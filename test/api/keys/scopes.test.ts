// Not again on PostgreSQL: console/role-matrix.test.ts and scores/get-score.test.ts send its statements there.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Scope, scopes } from '../../../server/keys/key.ts'
import { type ApiCall, call } from '../../support/api-client.ts'
import { awaTeranga } from '../../support/person.ts'
import { type RunningAppliance, startAppliance } from '../../support/running-appliance.ts'

const neverMade = '0'.repeat(26)
const emptyForm = new FormData()
emptyForm.set('country', 'SN')

/** Every endpoint there is, with the one scope that opens it (rulings 3.2). */
const routes: readonly (readonly [path: string, asked: ApiCall, scope: Scope])[] = [
  ['/kyc/sandbox/verify', { json: {} }, 'kyc.verify'],
  ['/kyc/verify', { body: emptyForm }, 'kyc.verify'],
  ['/kyc/verifications', {}, 'kyc.read'],
  [`/kyc/verifications/ver_${neverMade}`, {}, 'kyc.read'],
  ['/score/get', { json: { verificationId: `ver_${neverMade}` } }, 'score.get'],
  ['/keys', {}, 'keys.manage'],
  ['/keys', { json: {} }, 'keys.manage'],
  [`/keys/key_${neverMade}`, { method: 'DELETE' }, 'keys.manage'],
  [`/keys/key_${neverMade}/rotate`, { json: {} }, 'keys.manage'],
  ['/usage', {}, 'usage.read'],
  ['/usage/summary', {}, 'usage.read'],
  ['/webhooks', {}, 'webhooks.manage'],
  ['/webhooks', { json: {} }, 'webhooks.manage'],
  [`/webhooks/wh_${neverMade}`, {}, 'webhooks.manage'],
  [`/webhooks/wh_${neverMade}`, { method: 'PATCH', json: {} }, 'webhooks.manage'],
  [`/webhooks/wh_${neverMade}`, { method: 'DELETE' }, 'webhooks.manage'],
  [`/webhooks/wh_${neverMade}/test`, { json: {} }, 'webhooks.manage'],
  [`/webhooks/wh_${neverMade}/rotate-secret`, { json: {} }, 'webhooks.manage'],
  [`/webhooks/wh_${neverMade}/deliveries`, {}, 'webhooks.manage'],
  [`/webhooks/wh_${neverMade}/deliveries/dlv_${neverMade}`, {}, 'webhooks.manage'],
  [`/webhooks/wh_${neverMade}/deliveries/dlv_${neverMade}/replay`, { json: {} }, 'webhooks.manage'],
  [`/webhooks/wh_${neverMade}/deliveries/replay`, { json: {} }, 'webhooks.manage'],
  ['/webhook-alerts', {}, 'webhooks.manage'],
]

describe('a key with one scope', () => {
  let app: RunningAppliance
  const keys = new Map<Scope, string>()
  before(async () => {
    app = await startAppliance()
    for (const scope of scopes) keys.set(scope, await app.key('sandbox', [scope]))
  })
  after(() => app.close())

  for (const [path, asked, needed] of routes) {
    const method = asked.method ?? (asked.json || asked.body ? 'POST' : 'GET')
    test(`opens ${method} ${path.replace(/_0+/, '_…')} with ${needed}, and with no other`, async () => {
      for (const [scope, key] of keys) {
        const { status, error } = await call(`${app.url}${path}`, { ...asked, key })
        if (scope === needed) {
          assert.ok([200, 400, 404].includes(status), `${scope}: ${status}`)
        } else {
          assert.deepEqual([status, error.code], [403, 'missing_scope'], scope)
          assert.ok(error.message.includes(needed))
        }
      }
    })
  }

  test('of submitting may not ask for a score on the side, in either form', async () => {
    const person = { ...awaTeranga, score_requested: true }
    const url = `${app.url}/kyc/sandbox/verify`
    const refused = await call(url, { key: keys.get('kyc.verify') ?? '', json: person })
    assert.deepEqual([refused.status, refused.error.code], [403, 'missing_scope'])
    assert.match(refused.error.message, /score\.get/)
    const both = await app.key('sandbox', ['kyc.verify', 'score.get'])
    assert.equal((await call(url, { key: both, json: person })).status, 200)
  })
})
