// Long: kills servers under load, twice in each test, and cuts the power six times.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runUsageModel } from '../../scripts/bench/usage-model.ts'
import { runWebhookKillLoop } from '../../scripts/bench/webhooks/kill-loop.ts'
import { runKillLoop } from '../../scripts/disasters/kill-loop.ts'
import { runPowerCuts } from '../../scripts/disasters/power-cut.ts'

// Two rounds of what `scripts/disasters/kill-loop.ts` does fifty times.
test('killed again and again, the server loses no acknowledged submission and pays once for each', async () => {
  const { acknowledged, wrong } = await runKillLoop({ rounds: 2, seed: 11 })
  assert.ok(acknowledged > 0)
  assert.deepEqual(wrong, [])
})

// Some of the power cuts that `npm run torture` makes for minutes; every other one is aimed at a checkpoint.
test('after a power cut at any moment, a server has everything that was acknowledged before it', {
  skip: process.platform !== 'linux' && 'needs /proc',
}, async (t) => {
  const copies = 6
  const cuts = await runPowerCuts({ copies, seed: 5 })
  for (const { wrong, acknowledged, torn } of cuts) {
    t.diagnostic(`${acknowledged} acknowledged, ${JSON.stringify(torn)}`)
    assert.deepEqual(wrong, [])
    assert.ok(acknowledged > 0)
  }
  assert.equal(cuts.length, copies)
})

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

// A part of what `scripts/bench/usage-model.ts` does ten thousand times.
test('killed in the middle of mixed operations, the server meters every outcome exactly once', async () => {
  const report = await runUsageModel({ operations: 120, kills: 1, seed: 7, copiesMax: 8 })
  assert.deepEqual(report.wrong, [])
  assert.deepEqual(report.disagreements, [])
  assert.equal(report.differences, 0)
  assert.equal(report.events, report.eventsExpected)
  assert.equal(report.kills, 2)
  assert.ok(report.live.attached > 0, 'scores came with live verifications')
  assert.ok(report.live.unanswered > 0, 'the provider refused some')
  for (const answer of [
    'sandbox /kyc/sandbox/verify 200',
    'revoked /kyc/sandbox/verify 401 unauthenticated',
    'live /kyc/verify 202',
    'sandbox /score/get 200',
    'sandbox /score/get 409 verification_not_scorable',
    'live /score/get 200',
    'live /score/get 503 scoring_unavailable',
  ]) {
    assert.ok((report.answers[answer] ?? 0) > 0, answer)
  }
})
