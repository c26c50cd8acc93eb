import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  instantOfTimestamp,
  isAuthenticCall,
} from '../../../server/demo/smile-id-simulator/request-signature.ts'

const instantMs = Date.UTC(2026, 0, 2, 3, 4, 5, 678)
const wholeSecondMs = Date.UTC(2026, 0, 2, 3, 4, 5)

describe('A timestamp', () => {
  const readable: readonly (readonly [string, string | number, number])[] = [
    ['of JavaScript', '2026-01-02T03:04:05.678Z', instantMs],
    ['of Python', '2026-01-02T03:04:05.678901+00:00', instantMs],
    ['of Ruby', '2026-01-02 03:04:05 +0000', wholeSecondMs],
    ['of Ruby elsewhere', '2026-01-02 04:04:05 +0100', wholeSecondMs],
    ['without a fraction', '2026-01-02T03:04:05Z', wholeSecondMs],
    ['with a short fraction', '2026-01-02T03:04:05.6Z', wholeSecondMs + 600],
    ['without a zone', '2026-01-02T03:04:05.678', instantMs],
    ['in epoch milliseconds', instantMs, instantMs],
    ['in epoch milliseconds as text', String(instantMs), instantMs],
  ]
  for (const [what, timestamp, expected] of readable) {
    test(`${what} is read`, () => assert.equal(instantOfTimestamp(timestamp), expected))
  }

  const unreadable = ['', 'now', '2026-01-02', '2026-13-02T03:04:05Z', '1767323045', 1.5, 1e300]
  for (const timestamp of unreadable) {
    test(`${JSON.stringify(timestamp)} is not one`, () =>
      assert.equal(instantOfTimestamp(timestamp), undefined))
  }
})

test('The published test vector is authentic', () => {
  const credentials = { partnerId: '2', apiKey: 'key-123' }
  const signature = 'PYOJUfGTzjc5X8/fsA4Ab9HDLUR4CUiDh7KLGFKzJZo='
  const request = { partnerId: '2', timestamp: '2026-01-02T03:04:05.678Z', signature }
  assert.ok(isAuthenticCall({ credentials, windowMs: 1 }, request, instantMs))
  assert.ok(
    !isAuthenticCall({ credentials, windowMs: 1 }, { ...request, partnerId: '3' }, instantMs),
  )
})
