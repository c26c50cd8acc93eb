import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayAndMinute } from '../../../cli/text/instant-text.ts'

test('a list leaves the year of an instant out only if it is the current one', () => {
  const nowMs = Date.UTC(2026, 11, 31, 23, 59)
  assert.equal(dayAndMinute('2026-11-21T09:30:59.000Z', nowMs), '11-21 09:30')
  assert.equal(dayAndMinute('2025-11-21T09:30:59.000Z', nowMs), '2025-11-21 09:30')
  assert.equal(dayAndMinute('2027-12-31T09:30:59.000Z', nowMs), '2027-12-31 09:30')
})
