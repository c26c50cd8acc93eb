// Long: kills a server twice under load.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runKillLoop } from '../../scripts/bench/kill-loop.ts'

// Two rounds of what `scripts/bench/kill-loop.ts` does fifty times.
test('killed again and again, the server loses no acknowledged submission and pays once for each', async () => {
  const report = await runKillLoop({ rounds: 2, seed: 11 })
  const { acknowledged, statuses } = report
  assert.ok(acknowledged > 0)
  assert.deepEqual(statuses, { approved: acknowledged })
  assert.equal(report.paidOnce, acknowledged)
  assert.equal(report.paidTwice, 0)
  assert.equal(report.imagesReadable, 2 * acknowledged)
  assert.equal(report.imagesLeftOver, 0)
})
