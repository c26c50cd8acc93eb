// Long: kills a server twice while it delivers.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runWebhookKillLoop } from '../../scripts/bench/webhooks/kill-loop.ts'

// Two rounds of what `scripts/bench/webhooks/kill-loop.ts` does two hundred times.
test('killed again and again, the server delivers every event that it committed, and no other', async () => {
  const report = await runWebhookKillLoop({ rounds: 2, seed: 11 })
  assert.ok(report.acknowledged > 0)
  assert.ok(report.attemptsCut > 0, 'no kill met a delivery under way')
  assert.deepEqual(report.violations, [])
  assert.ok(report.events >= report.acknowledged)
  assert.deepEqual(
    Object.keys(report.states).filter((state) => state !== 'failed'),
    ['delivered'],
  )
  assert.equal(report.firstSends.measured + report.firstSends.killedFirst, report.firstSends.starts)
})
