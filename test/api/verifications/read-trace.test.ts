import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAuditEntries } from '../../../server/audit/audit-view.ts'
import { pruneAuditOnce } from '../../../server/audit/prune-audit-once.ts'
import { createReadRecorder, readPeriodMs } from '../../../server/audit/record-reads.ts'
import { call } from '../../support/api-client.ts'
import { keyring, openAuditLog } from '../../support/audit-log.ts'
import { openAgain } from '../../support/database.ts'
import { claimed } from '../../support/images/specimens.ts'
import { type RunningAppliance, startForTest } from '../../support/running-appliance.ts'

const { id_type, country } = claimed
const submission = {
  id_type,
  country,
  id_number: '123',
  first_name: 'Awa',
  last_name: 'Diop',
  date_of_birth: '1990-01-01',
}

async function submitted(app: RunningAppliance): Promise<string> {
  const { data } = await call(`${app.url}/kyc/sandbox/verify`, {
    key: app.sandboxKey,
    json: submission,
  })
  return String(data.id)
}

async function reads(app: Pick<RunningAppliance, 'appliance'>) {
  const filter = { action: 'verification.read' } as const
  return listAuditEntries(app.appliance.db.reader, filter, { limit: 100, after: undefined })
}

test('a client that reads personal data leaves one audit entry an hour for each key and verification', async (t) => {
  const app = await startForTest(t, { withoutProvider: true })
  const [first, second] = [await submitted(app), await submitted(app)]
  const other = await app.key('sandbox')
  const read = (id: string, key = app.sandboxKey) =>
    call(`${app.url}/kyc/verifications/${id}`, { key })
  for (let poll = 0; poll < 5; poll += 1) assert.equal((await read(first)).status, 200)
  assert.equal((await reads(app)).length, 1)
  await read(second)
  await read(first, other)
  await call(`${app.url}/kyc/verifications`, { key: other })
  assert.equal((await reads(app)).length, 3)
  app.clock.advance(readPeriodMs)
  await read(first)
  const entries = await reads(app)
  assert.equal(entries.length, 4)
  const { actor, subject, clientAddress, requestId, details } = entries[0] ?? assert.fail()
  assert.equal(actor.kind, 'api_key')
  assert.deepEqual([subject, clientAddress], [{ kind: 'verification', id: first }, '127.0.0.1'])
  assert.match(requestId ?? '', /^req_/)
  assert.deepEqual(details, { environment: 'sandbox' })
})

test('a verification that nothing is known of yet leaves none', async (t) => {
  const app = await startForTest(t, { withoutProvider: true })
  const id = await submitted(app)
  app.appliance.db.commitLazily()
  const missing = await call(`${app.url}/kyc/verifications/${id}`, { key: app.liveKey })
  assert.equal(missing.status, 404)
  assert.equal((await reads(app)).length, 0)
})

test('nothing is read while the log cannot be written', async (t) => {
  const app = await startForTest(t, { withoutProvider: true })
  const id = await submitted(app)
  const write = app.appliance.db.write
  const broken = { ...app.appliance.db, write: () => Promise.reject(new Error('disk full')) }
  const recorder = createReadRecorder({ ...app.appliance, db: broken })
  const by = {
    actor: { kind: 'api_key', id: 'key_x' },
    clientAddress: undefined,
    requestId: undefined,
  } as const
  const read = { by, apiKeyId: 'key_x', verificationId: id, details: {} }
  await assert.rejects(recorder.record(read), /disk full/)
  await assert.rejects(
    recorder.record(read),
    /disk full/,
    'a failure is not remembered as a success',
  )
  // The same over HTTP: the table refuses the entry, so there is no answer with a person in it.
  Object.assign(app.appliance.db, { write: () => Promise.reject(new Error('disk full')) })
  const refused = await call(`${app.url}/kyc/verifications/${id}`, { key: app.sandboxKey })
  Object.assign(app.appliance.db, { write })
  assert.equal(refused.status, 500)
  assert.ok(!refused.text.includes('smile_result'))
})

test('two nodes that are asked at once leave one entry between them, and a poll writes nothing', async (t) => {
  const log = await openAuditLog(t)
  const others = [log.db, openAgain(t, log.file)]
  const writes: number[] = []
  const nodes = others.map((db) => {
    const write: typeof db.write = (work) => {
      writes.push(1)
      return db.write(work)
    }
    const counted: typeof db = { ...db, write }
    return createReadRecorder({ db: counted, clock: log.clock, keyring })
  })
  const by = {
    actor: { kind: 'api_key', id: 'key_x' },
    clientAddress: undefined,
    requestId: undefined,
  } as const
  const read = { by, apiKeyId: 'key_x', verificationId: 'ver_x', details: {} }
  for (const node of [...nodes, ...nodes, ...nodes]) await node.record(read)
  await Promise.all(nodes.map((node) => node.record({ ...read, verificationId: 'ver_y' })))
  assert.equal((await log.verify()).entries, 2)
  assert.ok(writes.length <= 3, `${writes.length} writes`)
  log.clock.advance(3 * readPeriodMs + 1)
  assert.equal(await pruneAuditOnce(log), 2)
  assert.equal(await pruneAuditOnce(log), 0)
})

test('the log of requests names the address and the verification', async (t) => {
  const app = await startForTest(t, { withoutProvider: true })
  const headers = { 'Idempotency-Key': 'once' }
  const ask = { key: app.sandboxKey, json: submission, headers }
  const { data } = await call(`${app.url}/kyc/sandbox/verify`, ask)
  const id = String(data.id)
  const replayed = await call(`${app.url}/kyc/sandbox/verify`, ask)
  assert.equal(replayed.headers.get('Idempotent-Replayed'), 'true')
  await call(`${app.url}/kyc/verifications/${id}`, { key: app.sandboxKey })
  await call(`${app.url}/score/get`, { key: app.sandboxKey, json: { verificationId: id } })
  await call(`${app.url}/kyc/verifications/${id}`)
  const lines = app.logLines
    .map((line) => JSON.parse(line))
    .filter(({ event }) => event === 'request')
  assert.deepEqual(
    lines.map((line) => [line.client_address, line.verification_id, line.status]),
    [
      ['127.0.0.1', id, replayed.status],
      ['127.0.0.1', id, replayed.status],
      ['127.0.0.1', id, 200],
      ['127.0.0.1', id, 200],
      ['127.0.0.1', id, 401],
    ],
  )
})
