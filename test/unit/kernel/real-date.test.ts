import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRealDate } from '../../../server/kernel/real-date.ts'

for (const [text, expected] of [
  ['2026-11-21', true],
  ['2024-02-29', true],
  ['2000-02-29', true],
  ['1900-02-29', false],
  ['2025-02-29', false],
  ['2026-02-31', false],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-01-00', false],
  ['2026-1-1', false],
  ['2026-11-21T00:00:00Z', false],
  ['', false],
] as const) {
  test(`${text || 'an empty text'} is ${expected ? 'a' : 'no'} day of the calendar`, () => {
    assert.equal(isRealDate(text), expected)
  })
}
