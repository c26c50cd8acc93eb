// Long: kills a server twice among many operations.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runUsageModel } from '../../scripts/bench/usage-model.ts'

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
