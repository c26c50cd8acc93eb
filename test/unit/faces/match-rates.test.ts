// Slow: draws thousands of samples.
//
// The statistics of a face model: intervals against published tables, how many pairs are needed, and the threshold.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  differentPairsNeeded,
  measure,
  rate,
  similarityOf,
} from '../../../server/faces/match-rates.ts'

/** `count` similarities from 0 upwards in equal steps, up to just below `end`. */
const ramp = (count: number, end: number) =>
  Array.from({ length: count }, (_, index) => (index * end) / count)

describe('the exact interval of a share', () => {
  // Where none or all are counted the bounds are closed: 1 - 0.025 ^ (1 / n). The others are textbook values.
  const cases = [
    { count: 0, total: 10, low: 0, high: 0.3085 },
    { count: 10, total: 10, low: 0.6915, high: 1 },
    { count: 1, total: 10, low: 0.0025, high: 0.445 },
    { count: 5, total: 10, low: 0.1871, high: 0.8129 },
    { count: 0, total: 3_000, low: 0, high: 0.00123 },
    { count: 10, total: 100, low: 0.049, high: 0.1762 },
    // Where factorials run out of range.
    { count: 5_000, total: 10_000, low: 0.4902, high: 0.5098 },
  ]
  for (const { count, total, low, high } of cases) {
    test(`${count} of ${total}`, () => {
      const found = rate(count, total)
      assert.ok(Math.abs(found.low - low) < 0.0001, `low ${found.low}`)
      assert.ok(Math.abs(found.high - high) < 0.0001, `high ${found.high}`)
    })
  }
})

test('about 3.7 / rate pairs of two persons are needed', () => {
  for (const [share, needed] of [
    [0.1, 36],
    [0.01, 368],
    [0.001, 3_688],
    [0.0001, 36_887],
  ] as const) {
    assert.equal(differentPairsNeeded(share), needed)
  }
})

describe('the threshold', () => {
  const same = ramp(100, 1)

  test('is refused one pair below the need, and taken at it with no false match', () => {
    const tooFew = measure({ same, different: ramp(367, 0.5) }, 0.01)
    assert.deepEqual(tooFew, { kind: 'too_few', samePairsMin: 100, differentPairsMin: 368 })
    const enough = measure({ same, different: ramp(368, 0.5) }, 0.01)
    assert.ok(enough.kind === 'measured')
    assert.equal(enough.falseMatch.count, 0)
    assert.equal(enough.threshold, Math.max(...ramp(368, 0.5)))
  })

  test('is refused with 99 pairs of one person', () => {
    const few = measure({ same: ramp(99, 1), different: ramp(368, 0.5) }, 0.01)
    assert.equal(few.kind, 'too_few')
  })

  test('allows one false match from 555 pairs on, at 1 %', () => {
    // The binomial probability of at most one in 555 at 1 % is the first below 2.5 %.
    const count = (total: number) => {
      const result = measure({ same, different: ramp(total, 0.5) }, 0.01)
      return result.kind === 'measured' ? result.falseMatch.count : undefined
    }
    assert.deepEqual([554, 555].map(count), [0, 1])
  })

  test('counts pairs of one person at or below it as false non-matches', () => {
    const different = [...ramp(367, 0.1), 0.5]
    const result = measure({ same, different }, 0.01)
    assert.ok(result.kind === 'measured')
    assert.equal(result.threshold, 0.5)
    // 0, 0.01 ... 0.50 are at most the threshold.
    assert.equal(result.falseNonMatch.count, 51)
  })

  test('holds in new samples: the true rate exceeds the asked one in at most some 25 of 1000 (long)', () => {
    // A fixed generator (Lehmer's), so that the test always sees the same samples. Similarities of different pairs are
    // uniform from 0 to 1, so that the true false match rate of a threshold t is 1 - t.
    let state = 20_261
    const random = () => {
      state = (state * 48_271) % 2_147_483_647
      return state / 2_147_483_647
    }
    let exceeded = 0
    for (let sample = 0; sample < 1_000; sample += 1) {
      const result = measure({ same, different: Array.from({ length: 600 }, random) }, 0.01)
      assert.ok(result.kind === 'measured')
      if (1 - result.threshold > 0.01) exceeded += 1
    }
    assert.ok(exceeded > 3 && exceeded < 35, `${exceeded} of 1000`)
  })
})

test('similarity is the cosine: 1 for one direction, 0 for a right angle, -1 for the opposite', () => {
  const one = Float32Array.of(1, 2, 0)
  assert.equal(similarityOf(one, Float32Array.of(3, 6, 0)), 1)
  assert.equal(similarityOf(one, Float32Array.of(0, 0, 5)), 0)
  assert.equal(similarityOf(one, Float32Array.of(-1, -2, 0)), -1)
})
