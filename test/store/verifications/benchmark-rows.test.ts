// SQLite only: benchmarks write their rows straight into its file.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillDatabase } from '../../../scripts/bench/fill-database.ts'
import { openDb } from '../../../server/db/sqlite/open-db.ts'
import { listVerifications } from '../../../server/verifications/verification-view.ts'
import { openTestDatabase } from '../../support/database.ts'

const page = { limit: 200, after: undefined }

test('the stores can read what the benchmarks of scale write', async (t) => {
  const { db, file } = await openTestDatabase(t)
  const writing = openDb(file)
  fillDatabase(writing.raw, 100)
  await writing.close()
  const read = await listVerifications(db.reader, {}, page)
  const states = read.map(({ review }) => review?.state ?? 'none')
  const counted = (state: string) => states.filter((one) => one === state).length
  assert.deepEqual(['none', 'open', 'closed'].map(counted), [90, 2, 8])
  const closed = { reviewState: 'closed' } as const
  assert.equal((await listVerifications(db.reader, closed, page)).length, 8)
})
