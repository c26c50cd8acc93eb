import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryAfterMsOf } from '../../../server/deliveries/retry-after.ts'

const nowMs = Date.UTC(2026, 10, 21, 9, 0, 0)

const cases: readonly (readonly [string | readonly string[] | undefined, number | undefined])[] = [
  ['0', 0],
  ['120', 120_000],
  [' 7 ', 7_000],
  ['Sat, 21 Nov 2026 09:01:30 GMT', 90_000],
  ['Sat, 21 Nov 2026 08:00:00 GMT', 0],
  [['30', '60'], 30_000],
  [undefined, undefined],
  [[], undefined],
  ['', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['1e3', undefined],
  ['9'.repeat(30), undefined],
  ['soon', undefined],
  ['2026-11-21T09:01:30Z', undefined],
  ['Sat, 99 Foo 2026 09:01:30 GMT', undefined],
]
for (const [header, expected] of cases) {
  test(`Retry-After ${JSON.stringify(header)} means ${expected} ms`, () => {
    assert.equal(retryAfterMsOf(header, nowMs), expected)
  })
}
