import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findHead } from '../../../server/audit/audit-head-view.ts'
import { verifyRecent } from '../../../server/audit/verify-recent.ts'
import { keyring, openAuditLog } from '../../support/audit-log.ts'

test('only the newest entries are checked, up to a number', async (t) => {
  const { db } = await openAuditLog(t, 600)
  const recent = await verifyRecent({ db, keyring }, { keptHead: undefined, entriesMax: 20 })
  assert.deepEqual([recent.isIntact, recent.entries, recent.head.sequence], [true, 20, 600])
  const all = await verifyRecent({ db, keyring }, { keptHead: undefined, entriesMax: 10_000 })
  assert.deepEqual([all.isIntact, all.entries], [true, 600])
})

test('a change among the newest entries is found, an older one is left to svc audit verify', async (t) => {
  const { db, tamper } = await openAuditLog(t, 30)
  tamper((raw) => raw.exec("update audit_entries set outcome = 'refused' where sequence = 25"))
  const recent = await verifyRecent({ db, keyring }, { keptHead: undefined, entriesMax: 10 })
  assert.deepEqual(
    recent.faults.map(({ kind, sequence }) => [kind, sequence]),
    [['edited', 25]],
  )
  const newest = await verifyRecent({ db, keyring }, { keptHead: undefined, entriesMax: 3 })
  assert.equal(newest.isIntact, true)
})

test('checking begins at the kept head, and notices entries cut off since', async (t) => {
  const { db, record, tamper } = await openAuditLog(t, 10)
  const keptHead = await findHead(db.reader)
  await record()
  const since = await verifyRecent({ db, keyring }, { keptHead, entriesMax: 100 })
  assert.deepEqual([since.isIntact, since.entries, since.isHeadCompared], [true, 1, true])
  tamper((raw) => raw.exec('delete from audit_entries where sequence > 8'))
  const cut = await verifyRecent({ db, keyring }, { keptHead, entriesMax: 100 })
  assert.deepEqual(
    cut.faults.map(({ kind }) => kind),
    ['cut'],
  )
})
