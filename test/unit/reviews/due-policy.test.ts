import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dueAtOf, dueStateOf } from '../../../server/reviews/due-policy.ts'
import { duePeriods } from '../../../server/settings/setting-review-due.ts'

test('the cause with the shortest period says when a review is due', () => {
  const periods = duePeriods.parse('48h, error=8h, sample=7d', '')
  assert.ok(periods)
  assert.equal(duePeriods.print(periods), '48h,error=8h,sample=7d')
  const hours = (...causes: Parameters<typeof dueAtOf>[0]) =>
    dueAtOf(causes, periods, 0) / 3_600_000
  assert.deepEqual([hours('declined', 'error'), hours('sample'), hours('mismatch')], [8, 168, 48])
})

for (const given of [
  '',
  'error=8h',
  '48h,eror=8h',
  '48h,error=8h,error=9h',
  '48h,error=8h=1',
  '91d',
]) {
  test(`"${given}" is no setting of due times`, () => {
    assert.equal(duePeriods.parse(given, ''), undefined)
  })
}

test('a review is due soon in the last quarter of its period, and overdue from its end', () => {
  const states = [74, 75, 99, 100].map((at) => dueStateOf({ createdAt: 0, dueAt: 100 }, at))
  assert.deepEqual(states, ['in_time', 'due_soon', 'due_soon', 'overdue'])
})
