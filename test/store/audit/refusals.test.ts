import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAuditEntries } from '../../../server/audit/audit-view.ts'
import {
  countedApartMax,
  createRefusalCounter,
  entriesAtOnceMax,
  type Refusal,
} from '../../../server/audit/refusals.ts'
import { keyring, openAuditLog } from '../../support/audit-log.ts'

const noKey: Refusal = {
  action: 'api.refused',
  reason: 'no_key',
  actor: { kind: 'api_key', id: undefined },
  subject: undefined,
  network: '203.0.113.7',
}

test('a million refusals from as many networks are a few entries, and none is lost in the count', async (t) => {
  const log = await openAuditLog(t)
  const refusals = createRefusalCounter({ ...log, keyring })
  const refused = 200_000
  for (let at = 0; at < refused; at += 1) {
    const reason = at % 2 === 0 ? 'no_key' : 'unknown_key'
    refusals.count({ ...noKey, reason, network: `2001:db8:${at.toString(16)}::/64` })
  }
  assert.equal(await refusals.flush(), refused)
  const page = { limit: 100, after: undefined }
  const entries = await listAuditEntries(log.db.reader, {}, page)
  assert.ok(entries.length <= entriesAtOnceMax + 2, `${entries.length} entries`)
  const total = entries.reduce((sum, { details }) => sum + (details.count ?? 0), 0)
  assert.equal(total, refused)
  const togethers = entries.filter(({ clientAddress }) => clientAddress === undefined)
  assert.deepEqual(togethers.map(({ details }) => details.reason).toSorted(), [
    'no_key',
    'unknown_key',
  ])
  for (const { details } of togethers) assert.ok((details.networks ?? 0) > countedApartMax / 2)
  assert.equal(await refusals.flush(), 0)
})

test('the most frequent have their own entries, with their start', async (t) => {
  const log = await openAuditLog(t)
  const refusals = createRefusalCounter({ ...log, keyring })
  const startedAt = log.clock.now()
  for (let network = 1; network <= 100; network += 1) {
    const times = network === 50 ? 30 : 1
    for (let count = 0; count < times; count += 1) {
      refusals.count({ ...noKey, network: `203.0.113.${network}` })
    }
  }
  log.clock.advance(60_000)
  refusals.count({ ...noKey, network: '203.0.113.50' })
  await refusals.flush()
  const page = { limit: 100, after: undefined }
  const entries = (await listAuditEntries(log.db.reader, {}, page)).toReversed()
  assert.equal(entries[0]?.clientAddress, '203.0.113.50')
  assert.deepEqual(entries[0]?.details, { reason: 'no_key', count: 31, since: startedAt })
  assert.deepEqual([entries[0]?.outcome, entries[0]?.requestId], ['denied', undefined])
  assert.deepEqual(entries.at(-1)?.details, {
    reason: 'no_key',
    count: 60,
    since: startedAt,
    networks: 60,
  })
})

test('what could not be written is written the next time', async (t) => {
  const log = await openAuditLog(t)
  let isFull = true
  const db = {
    ...log.db,
    write: ((work) =>
      isFull ? Promise.reject(new Error('disk full')) : log.db.write(work)) as typeof log.db.write,
  }
  const refusals = createRefusalCounter({ clock: log.clock, keyring, db })
  refusals.count(noKey)
  await assert.rejects(refusals.flush(), /disk full/)
  refusals.count(noKey)
  isFull = false
  assert.equal(await refusals.flush(), 2)
  assert.equal((await log.verify()).entries, 1)
})
