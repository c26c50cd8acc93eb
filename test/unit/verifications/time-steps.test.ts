import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stepOf, timeSteps, timeWithin } from '../../../server/verifications/figures/time-steps.ts'

test('steps ascend and are whole, each within a quarter of the one before', () => {
  timeSteps.forEach((step, at) => {
    const before = timeSteps[at - 1]
    assert.ok(Number.isInteger(step))
    if (before !== undefined) assert.ok(step > before && step <= before * 1.25, `${before} ${step}`)
  })
})

test('a time belongs to the first step that is not shorter; the last takes what lasts longer', () => {
  const cases = [
    [0, 100],
    [100, 100],
    [101, 120],
    [9_999, 10_000],
    [10_001, 12_000],
    [1_000_000_001, 1_000_000_000],
  ] as const
  for (const [time, step] of cases) assert.equal(stepOf(time), step, String(time))
})

test('of nothing there is no median', () => {
  assert.equal(timeWithin(new Map(), 0.5), undefined)
  assert.equal(timeWithin(new Map([[100, 0]]), 0.5), undefined)
})

test('median and 95th percentile lie within a tenth of the true ones, whatever the spread', () => {
  const spreads = {
    even: (at: number) => 2_000 + at * 37,
    skewed: (at: number) => Math.round(3_000 * 1.004 ** at),
    'two humps': (at: number) => (at % 10 < 7 ? 4_000 + at : 90_000 + at * 11),
  }
  for (const [name, timeOf] of Object.entries(spreads)) {
    const times = Array.from({ length: 1000 }, (_, at) => timeOf(at)).toSorted((a, b) => a - b)
    const counts = new Map<number, number>()
    for (const time of times) counts.set(stepOf(time), (counts.get(stepOf(time)) ?? 0) + 1)
    for (const share of [0.5, 0.95]) {
      const is = times[Math.ceil(share * times.length) - 1] ?? 0
      const told = timeWithin(counts, share) ?? 0
      assert.ok(Math.abs(told - is) <= is / 10, `${name} ${share}: ${told} for ${is}`)
    }
  }
})
