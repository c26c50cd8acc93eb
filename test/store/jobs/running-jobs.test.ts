import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '../../../server/db/transaction.ts'
import { enqueueJob } from '../../../server/jobs/enqueue-job.ts'
import { claimDueJobs } from '../../../server/jobs/job-claim-store.ts'
import { listRunningJobs } from '../../../server/jobs/job-list-view.ts'
import { sharedTimes } from '../../../server/nodes/node.ts'
import { putNode } from '../../../server/nodes/node-store.ts'
import { openTestDatabase } from '../../support/database.ts'
import { isPostgresLane } from '../../support/postgres.ts'

test('a running job shows when its node counts as dead; never with SQLite, whose server is alone', async (t) => {
  const { db, clock } = await openTestDatabase(t)
  const nowMs = clock.now()
  const facts = {
    host: 'a',
    version: '1',
    schemaVersion: 1,
    startedAt: nowMs,
    masterKeyId: 'mk_test',
  }
  const subject = { kind: 'verification.run', subjectId: 'ver_1', payload: {} } as const
  await inTransaction(db, async (trx) => {
    await putNode(trx, { ...facts, id: 'node_1' }, nowMs)
    await enqueueJob({ clock }, trx, subject)
    await claimDueJobs(trx, { owner: 'node_1', nowMs, limit: 1 })
  })
  const listed = await listRunningJobs(db, 10)
  const leaseUntil = isPostgresLane ? nowMs + sharedTimes.leaseMs : undefined
  assert.deepEqual(
    listed.map((job) => [job.subjectId, job.leaseUntil]),
    [['ver_1', leaseUntil]],
  )
})
