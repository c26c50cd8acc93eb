import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  daysOf,
  faultOf,
  groupingOf,
  isOngoing,
  spanOfDays,
} from '../../console/pages/usage/period.ts'

const november = Date.parse('2026-11-21T09:00:00Z')
const january = Date.parse('2027-01-31T23:59:59Z')

for (const [name, nowMs, from, to] of [
  ['this_month', november, '2026-11-01', '2026-11-21'],
  ['last_month', november, '2026-10-01', '2026-10-31'],
  ['90_days', november, '2026-08-24', '2026-11-21'],
  ['this_month', january, '2027-01-01', '2027-01-31'],
  ['last_month', january, '2026-12-01', '2026-12-31'],
] as const) {
  test(`${name} of ${new Date(nowMs).toISOString()} is ${from} to ${to}`, () => {
    assert.deepEqual(daysOf(name, nowMs), { from, to })
  })
}

test('the last day is within what is asked for, also at the end of a year', () => {
  const days = { from: '2026-12-01', to: '2026-12-31' }
  assert.deepEqual(spanOfDays(days), { from: '2026-12-01', to: '2027-01-01' })
})

test('a quarter is shown by day, longer periods by month', () => {
  assert.equal(groupingOf({ from: '2026-07-01', to: '2026-09-30' }), 'day')
  assert.equal(groupingOf({ from: '2026-07-01', to: '2026-10-01' }), 'month')
})

for (const [from, to, fault] of [
  ['2026-11-01', '2026-11-01', undefined],
  ['2026-11-02', '2026-11-01', 'order'],
  ['', '2026-11-01', 'missing'],
  ['2026-11-01', 'soon', 'missing'],
  ['2016-01-01', '2026-11-01', 'years'],
] as const) {
  test(`days from '${from}' to '${to}' are ${fault ?? 'taken'}`, () => {
    assert.equal(faultOf({ from, to }), fault)
  })
}

test('the day and the month of an instant are unfinished, in UTC, and no others', () => {
  const nowMs = Date.parse('2026-11-21T23:59:59.999Z')
  const groups = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-10', '2026-11', '2026-12']
  assert.deepEqual(
    groups.filter((group) => isOngoing(group, nowMs)),
    ['2026-11-21', '2026-11'],
  )
})
