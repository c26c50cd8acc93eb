import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { listAuditEntries } from '../../../server/audit/audit-view.ts'
import { adoptImages } from '../../../server/operations/move/move-images.ts'
import { keyring, openAuditLog } from '../../support/audit-log.ts'

test('a bucket that is adopted has its entry, whatever characters its name holds', async (t) => {
  const { db, clock } = await openAuditLog(t)
  let adoptions = 0
  const store = {
    label: 's3://kyc/one\u202Etwo\n',
    async adopt() {
      adoptions += 1
    },
  }
  await adoptImages({ db, clock, keyring }, store, fromCommandLine)
  const entries = await listAuditEntries(db.reader, {}, { limit: 10, after: undefined })
  assert.equal(adoptions, 1)
  assert.deepEqual(
    entries.map(({ action, details }) => [action, details]),
    [['images.place_taken', { to_place: 's3://kyc/one?two?' }]],
  )
})
