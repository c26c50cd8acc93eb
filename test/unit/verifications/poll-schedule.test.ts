import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { nextPollAt } from '../../../server/verifications/provider-job/poll-schedule.ts'

const submittedAt = Date.UTC(2026, 10, 21, 9)

describe('after an answer that is not final, the provider is asked again', () => {
  const table: readonly (readonly [waitedSeconds: number, nextInSeconds: number])[] = [
    [0, 2],
    [1, 2],
    [4, 2],
    [5, 2.5],
    [10, 5],
    [30, 15],
    [60, 30],
    [599, 299.5],
    [600, 300],
    [3_600, 300],
    [172_800, 300],
    // The clock was set back.
    [-60, 2],
    [-3_600, 300],
    [-172_800, 300],
  ]
  for (const [waited, next] of table) {
    test(`in ${next} s, ${waited} s after the submission`, () => {
      const nowMs = submittedAt + waited * 1000
      assert.equal(nextPollAt(nowMs, submittedAt) - nowMs, next * 1000)
    })
  }

  test('in whole milliseconds', () => {
    assert.equal(nextPollAt(submittedAt + 5_001, submittedAt), submittedAt + 5_001 + 2_501)
  })

  test('six times in the first half minute, and fewer than 600 times in two days', () => {
    const asks = (withinMs: number) => {
      let count = 0
      for (let at = nextPollAt(submittedAt, submittedAt); at - submittedAt <= withinMs; ) {
        count += 1
        at = nextPollAt(at, submittedAt)
      }
      return count
    }
    assert.equal(asks(30_000), 6)
    assert.ok(asks(2 * 24 * 60 * 60 * 1000) < 600)
  })
})
