import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromCommandLine } from '../../server/audit/audit.ts'
import { listAuditEntries } from '../../server/audit/audit-view.ts'
import { createKey } from '../../server/keys/create-key.ts'
import { generateKeyText, scopesDefault } from '../../server/keys/key.ts'
import { revokeKey } from '../../server/keys/revoke-key.ts'
import { call } from '../support/api-client.ts'
import { type RunningAppliance, startForTest } from '../support/running-appliance.ts'
import { startConsole } from '../support/scenes/console-scene.ts'

async function refused(app: Pick<RunningAppliance, 'appliance'>) {
  await app.appliance.refusals.flush()
  const page = { limit: 50, after: undefined }
  const entries = await listAuditEntries(app.appliance.db.reader, {}, page)
  return entries.filter(({ action }) => action.endsWith('_refused') || action.endsWith('.refused'))
}

async function keyOf({ appliance }: RunningAppliance, more: object = {}) {
  const asked = {
    name: 'test',
    environment: 'sandbox',
    scopes: scopesDefault,
    allowedCidrs: [],
    expiresAt: undefined,
  }
  return createKey(appliance, fromCommandLine, { ...asked, ...more } as Parameters<
    typeof createKey
  >[2])
}

test('whoever the API turns away is in the audit log, by reason and key, in one entry each', async (t) => {
  const app = await startForTest(t, { withoutProvider: true })
  const url = `${app.url}/kyc/verifications`
  const revoked = await keyOf(app)
  await revokeKey(app.appliance, fromCommandLine, revoked.key.id)
  const expired = await keyOf(app, { expiresAt: app.clock.now() + 1000 })
  app.clock.advance(1000)
  const elsewhere = await keyOf(app, { allowedCidrs: ['10.1.0.0/16'] })
  const narrow = await keyOf(app, { scopes: ['usage.read'] })
  for (let time = 0; time < 3; time += 1) {
    await call(url)
    await call(url, { key: 'sk_live_of_another_product' })
    await call(url, { key: generateKeyText('live') })
    for (const { text } of [revoked, expired, elsewhere, narrow]) await call(url, { key: text })
    await call(`${app.url}/kyc/sandbox/verify`, { key: app.liveKey, json: {} })
    await call(`${app.url}/nothing-here`)
  }
  const entries = await refused(app)
  const told = entries.map((entry) => [
    entry.details.reason,
    entry.subject?.id,
    entry.details.count,
  ])
  const expected = [
    ['no_key', undefined, 3],
    ['malformed_key', undefined, 3],
    ['unknown_key', undefined, 3],
    ['revoked_key', revoked.key.id, 3],
    ['expired_key', expired.key.id, 3],
    ['address_not_allowed', elsewhere.key.id, 3],
    ['missing_scope', narrow.key.id, 3],
  ]
  const byReason = (rows: unknown[][]) =>
    rows.toSorted((one, other) => (String(one[0]) < String(other[0]) ? -1 : 1))
  assert.deepEqual(
    byReason(told.filter(([reason]) => reason !== 'wrong_environment')),
    byReason(expected),
  )
  assert.equal(told.filter(([reason]) => reason === 'wrong_environment').length, 1)
  for (const { clientAddress, actor, outcome } of entries) {
    assert.deepEqual([clientAddress, actor.kind, outcome], ['127.0.0.1', 'api_key', 'denied'])
  }
  assert.deepEqual(await refused(app).then((again) => again.length), entries.length, 'once')
})

test('requests beyond the limit are counted, and stopping writes what was not written yet', async (t) => {
  const settings = { SVC_RATE_LIMIT_UNAUTHENTICATED_PER_MINUTE: '2' }
  const app = await startForTest(t, { withoutProvider: true, settings })
  for (let time = 0; time < 5; time += 1) await call(`${app.url}/usage`)
  const entries = await refused(app)
  assert.deepEqual(entries.map(({ details }) => [details.reason, details.count]).toSorted(), [
    ['no_key', 2],
    ['rate_limited', 3],
  ])
})

test('sign-ins that are turned away and bad links are in the audit log, with whom they were about', async (t) => {
  const scene = await startConsole(t)
  const { id, email } = await scene.add('reviewer')
  const client = scene.open()
  for (let time = 0; time < 3; time += 1) {
    const name = `nobody-${time}@bank.example`
    assert.equal((await client.signIn(name, 'a wrong password')).status, 401)
    scene.clock.advance(60_000)
  }
  for (let time = 0; time < 12; time += 1) await client.signIn(email, 'a wrong password')
  await client.post('/links/accept', {
    token: 'made-up-made-up-made-up-made-up-made-up',
    password: 'irrelevant-here-1',
  })
  const entries = await refused(scene)
  const told = entries.map(({ action, details, subject }) => [action, details.reason, subject?.id])
  assert.ok(
    told.some(
      ([action, reason]) => action === 'user.sign_in_refused' && reason === 'unknown_account',
    ),
  )
  assert.ok(
    told.some(([, reason, subject]) => reason === 'rate_limited' && subject === id),
    JSON.stringify(told),
  )
  assert.ok(
    told.some(([action, reason]) => action === 'user.link_refused' && reason === 'bad_link'),
    JSON.stringify(told),
  )
  const unknown = entries.find(({ details }) => details.reason === 'unknown_account')
  assert.equal(unknown?.details.count, 3)
  const failed = await scene.audited('user.signed_in')
  assert.ok(
    failed.length >= 1 && failed.every(({ subject }) => subject?.id === id),
    'a known one has an entry each',
  )
  assert.ok(!JSON.stringify(entries).includes('nobody-'), 'names that were typed are nowhere')
})
