import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AttemptRecord } from '../../../scripts/bench/webhooks/delivery-records.ts'
import { measureFirstSends } from '../../../scripts/bench/webhooks/first-sends.ts'
import type { Arrival } from '../../../scripts/bench/webhooks/kill-ledger.ts'
import { judgeKills, type KillRecords } from '../../../scripts/bench/webhooks/kill-verdict.ts'

// The judge of the kill loop has to see what would be wrong. Two starts: killed at 5 000, stopped gently.
const lives = [
  { spawnedAtMs: 0, startedAtMs: 100, killedAtMs: 5_000 },
  { spawnedAtMs: 6_000, startedAtMs: 6_100, killedAtMs: undefined },
]
const events = [{ id: 'evt_1', type: 'verification.completed', subjectId: 'ver_1' }]
const subscriptions = [
  {
    webhookId: 'wh_1',
    path: '/healthy',
    events: ['verification.completed', 'verification.failed'],
  },
]
const plain = { id: 'dlv_1', eventId: 'evt_1', webhookId: 'wh_1', createdAtMs: 1_000 }

function arrived(attempt: number, atMs: number, status: number | undefined): Arrival {
  const life = atMs < 6_000 ? 0 : 1
  const answer = status === undefined ? undefined : { status, atMs }
  return { life, path: '/healthy', eventId: 'evt_1', deliveryId: 'dlv_1', attempt, atMs, answer }
}

function wrote(number: number, startedAtMs: number, status: number): AttemptRecord {
  const error = status === 204 ? undefined : 'bad_status'
  return { number, startedAtMs, endedAtMs: startedAtMs + 10, status, error }
}

function evidence(
  arrivals: readonly Arrival[],
  attempts: readonly AttemptRecord[],
  state = 'delivered',
): KillRecords {
  const failedAttempts = attempts.filter(({ error }) => error !== undefined).length
  const records = { events, deliveries: [{ ...plain, state, failedAttempts, attempts }] }
  const limits = { failedAttemptsMax: 2, timeoutMs: 1_000 }
  return { lives, arrivals, records, subscriptions, acknowledged: ['ver_1'], ...limits }
}

function broken(given: KillRecords): readonly string[] {
  return judgeKills(given).violations.map(({ rule }) => rule)
}

const good = evidence([arrived(1, 1_000, 204)], [wrote(1, 1_000, 204)])

test('what arrived, was answered and written down is in order', () => {
  assert.deepEqual(broken(good), [])
})

test('a second arrival after a kill is a duplicate in order, when the first came shortly before it', () => {
  const verdict = judgeKills(
    evidence([arrived(1, 4_800, 204), arrived(1, 6_200, 204)], [wrote(1, 6_200, 204)]),
  )
  assert.deepEqual(verdict.violations, [])
  assert.equal(verdict.attemptsCut, 1)
  assert.equal(verdict.duplicates, 1)
  assert.equal(verdict.duplicateGapMs?.max, 200)
})

test('a second arrival long after the first was answered is not explained by the kill', () => {
  const given = [arrived(1, 3_000, 204), arrived(1, 6_200, 204)]
  assert.deepEqual(broken(evidence(given, [wrote(1, 6_200, 204)])), ['record-lost'])
})

test('a second arrival within one life is a fault, and so is one after the end was written', () => {
  const twice = [arrived(1, 1_000, 204), arrived(1, 1_500, 204)]
  assert.deepEqual(broken(evidence(twice, [wrote(1, 1_000, 204)])), ['sent-twice-in-one-life'])
  const again = [arrived(1, 1_000, 204), arrived(1, 6_200, 204)]
  assert.deepEqual(broken(evidence(again, [wrote(1, 1_000, 204)])), [
    'sent-after-it-was-recorded',
    'record-lost',
  ])
})

test('a promise without an event, an event without its delivery and an arrival of nothing known are faults', () => {
  assert.deepEqual(broken({ ...good, acknowledged: ['ver_1', 'ver_2'] }), [
    'acknowledged-without-event',
  ])
  assert.deepEqual(broken({ ...good, arrivals: [], records: { events, deliveries: [] } }), [
    'fanned-out-otherwise',
  ])
  const stray = { ...arrived(1, 1_000, 204), eventId: 'evt_2', deliveryId: 'dlv_2' }
  assert.deepEqual(broken({ ...good, arrivals: [...good.arrivals, stray] }), ['unknown-arrival'])
})

test('a delivery that never ended, ended without an answer, or was given up early or late is a fault', () => {
  assert.deepEqual(broken(evidence([], [], 'pending')), ['not-ended'])
  assert.deepEqual(broken(evidence([], [])), ['delivered-without-answer'])
  const failedAt = (...instants: number[]) =>
    evidence(
      instants.map((atMs, index) => arrived(index + 1, atMs, 500)),
      instants.map((atMs, index) => wrote(index + 1, atMs, 500)),
      'failed',
    )
  assert.deepEqual(broken(failedAt(1_000)), ['given-up-off-budget'])
  assert.deepEqual(broken(failedAt(1_000, 2_000)), [])
  assert.deepEqual(broken(failedAt(1_000, 2_000, 3_000)), ['over-budget', 'given-up-off-budget'])
  const late = [1_000, 2_000].map((atMs, index) => wrote(index + 1, atMs, 500))
  const saved = [1_000, 2_000, 3_000].map((atMs, index) =>
    arrived(index + 1, atMs, index < 2 ? 500 : 204),
  )
  assert.deepEqual(broken(evidence(saved, [...late, wrote(3, 3_000, 204)])), ['over-budget'])
})

test('a log of attempts that says another status than was answered is a fault', () => {
  const given = evidence([arrived(1, 1_000, 500)], [wrote(1, 1_000, 204)])
  assert.deepEqual(broken(given), ['recorded-otherwise'])
  assert.deepEqual(broken(evidence([], [wrote(1, 1_000, 204)])), ['recorded-otherwise'])
})

test('the first send is measured for a start that finds something due, and for no other', () => {
  const { arrivals, records } = evidence(
    [arrived(1, 4_800, 500), arrived(1, 6_250, 204)],
    [wrote(1, 6_250, 204)],
  )
  const input = { lives, arrivals, deliveries: records.deliveries, retryDelayMs: 1_000 }
  const { starts, fromStartedMs, fromSpawnMs } = measureFirstSends(input)
  assert.equal(starts, 1)
  assert.equal(fromStartedMs?.max, 150)
  assert.equal(fromSpawnMs?.max, 250)
  const { deliveries } = good.records
  assert.equal(measureFirstSends({ ...input, arrivals: good.arrivals, deliveries }).starts, 0)
})
