import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAppliance } from '../../server/appliance.ts'
import { loadConfig } from '../../server/config.ts'
import { inTransaction } from '../../server/db/transaction.ts'
import { enqueueJob } from '../../server/jobs/enqueue-job.ts'
import { silentLog } from '../../server/kernel/log.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { install } from './installation.ts'

test('svc jobs stats counts jobs that are due, and for how long', async (t) => {
  const { svc, json, configFile } = await install(t)
  assert.deepEqual(await json(['jobs', 'stats']), {
    waiting: 0,
    running: 0,
    due: 0,
    oldest_due_age_ms: 0,
  })
  const loaded = loadConfig({ profile: 'appliance', env: {}, configFile })
  const longAgo = new ManualClock(Date.UTC(2026, 0, 1))
  const appliance = await openAppliance(loaded, { log: silentLog, clock: longAgo })
  await inTransaction(appliance.db, (trx) =>
    enqueueJob(appliance, trx, { kind: 'verification.run', subjectId: 'ver_1', payload: {} }),
  )
  await appliance.close()
  const stats = await json(['jobs', 'stats'])
  assert.deepEqual([stats.waiting, stats.due], [1, 1])
  assert.ok(Number(stats.oldest_due_age_ms) > 0)
  assert.match((await svc(['jobs', 'stats'])).out, /Due +1 \(the oldest for \d+ s\)/)
})
