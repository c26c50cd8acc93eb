// A verification ends when the setting says, over its whole range, and no job gives up before.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeFor } from '../../../server/jobs/job-change.ts'
import { retryDelayMsMax } from '../../../server/jobs/retry-policy.ts'
import { settings } from '../../../server/settings/setting-rows.ts'
import { hasFailedLongEnough } from '../../../server/verifications/failed-long-enough.ts'
import { waitingJob } from '../../support/waiting-job.ts'

/** Returns how long a job failed when its handler gives up. @param waitMs before each run, instead of the usual */
function failsFor(giveUpAfterMs: number, waitMs?: number): number {
  let job = waitingJob()
  for (let nowMs = 0; ; ) {
    if (hasFailedLongEnough(job, { nowMs, giveUpAfterMs })) return nowMs
    const end = { kind: 'retry', reason: 'network' } as const
    const change = changeFor(end, job, { nowMs, isDueNow: false, isEarly: false })
    assert.equal(change.state, 'waiting', `given up after ${nowMs} ms`)
    if (change.state !== 'waiting') return nowMs
    job = { ...job, ...change }
    nowMs = waitMs === undefined ? change.dueAt : nowMs + waitMs
  }
}

const { kind } = settings.providerGiveUpAfterMs

for (const text of ['1s', '1h', '24h', '13d', '14d', '30d']) {
  test(`after ${text} and at most one delay`, () => {
    const giveUpAfterMs = kind.parse(text, '/') ?? Number.NaN
    const failedMs = failsFor(giveUpAfterMs)
    assert.ok(failedMs >= giveUpAfterMs && failedMs <= giveUpAfterMs + retryDelayMsMax)
    const quick = failsFor(giveUpAfterMs, 20_000)
    assert.ok(quick >= giveUpAfterMs && quick <= giveUpAfterMs + retryDelayMsMax)
  })
}
