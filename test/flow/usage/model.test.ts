import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runUsageModel } from '../../../scripts/bench/usage-model.ts'

// A part of what `scripts/bench/usage-model.ts` does ten thousand times.
test('killed in the middle of mixed operations, the server meters every outcome exactly once', async () => {
  const report = await runUsageModel({ operations: 200, kills: 2, seed: 7 })
  assert.deepEqual(report.wrong, [])
  assert.deepEqual(report.disagreements, [])
  assert.equal(report.differences, 0)
  assert.equal(report.events, report.eventsExpected)
  assert.equal(report.kills, 2)
  for (const answer of [
    '/kyc/sandbox/verify 200',
    '/kyc/sandbox/verify 401 unauthenticated',
    '/kyc/verify 202',
    '/score/get 200',
    '/score/get 409 verification_not_scorable',
  ]) {
    assert.ok((report.answers[answer] ?? 0) > 0, answer)
  }
})
