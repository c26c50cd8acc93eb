import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ceilingOf,
  type Span,
  splitIntoRanges,
  startOf,
  startsWithin,
} from '../../../server/usage/span.ts'

const at = (text: string) => Date.parse(text)
const iso = (instantMs: number) => new Date(instantMs).toISOString().replace('.000Z', 'Z')

const cuts: readonly (readonly [
  from: string,
  to: string,
  longest: Span,
  ranges: readonly string[],
])[] = [
  ['2026-11-01', '2026-12-01', 'month', ['month 2026-11-01T00:00:00Z 2026-12-01T00:00:00Z']],
  ['2026-11-01', '2026-12-01', 'day', ['day 2026-11-01T00:00:00Z 2026-12-01T00:00:00Z']],
  [
    '2026-11-21T09:00:00Z',
    '2026-11-21T11:00:00Z',
    'month',
    ['hour 2026-11-21T09:00:00Z 2026-11-21T11:00:00Z'],
  ],
  [
    '2026-11-21T09:10:00Z',
    '2026-11-21T09:20:00Z',
    'month',
    ['events 2026-11-21T09:10:00Z 2026-11-21T09:20:00Z'],
  ],
  [
    '2026-11-21T23:50:00Z',
    '2026-11-22T00:10:00Z',
    'day',
    [
      'events 2026-11-21T23:50:00Z 2026-11-22T00:00:00Z',
      'events 2026-11-22T00:00:00Z 2026-11-22T00:10:00Z',
    ],
  ],
  [
    '2026-10-30T22:30:00Z',
    '2026-12-02T01:15:00Z',
    'month',
    [
      'events 2026-10-30T22:30:00Z 2026-10-30T23:00:00Z',
      'hour 2026-10-30T23:00:00Z 2026-10-31T00:00:00Z',
      'day 2026-10-31T00:00:00Z 2026-11-01T00:00:00Z',
      'month 2026-11-01T00:00:00Z 2026-12-01T00:00:00Z',
      'day 2026-12-01T00:00:00Z 2026-12-02T00:00:00Z',
      'hour 2026-12-02T00:00:00Z 2026-12-02T01:00:00Z',
      'events 2026-12-02T01:00:00Z 2026-12-02T01:15:00Z',
    ],
  ],
  ['2026-11-21', '2026-11-21', 'month', []],
]

for (const [from, to, longest, expected] of cuts) {
  test(`from ${from} to ${to} with a ${longest} at most is split into ${expected.length} ranges`, () => {
    const ranges = splitIntoRanges({ from: at(from), to: at(to) }, longest)
    assert.deepEqual(
      ranges.map((range) => `${range.readFrom} ${iso(range.from)} ${iso(range.to)}`),
      expected,
    )
  })
}

test('ranges of any period touch each other, cover it and begin and end where their spans do', () => {
  let state = 7
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  for (let round = 0; round < 3000; round += 1) {
    const from = at('2024-01-01') + random(900 * 86_400_000)
    const to = from + random(10 ** (4 + random(7)))
    const longest = (['hour', 'day', 'month'] as const)[random(3)] ?? 'hour'
    const ranges = splitIntoRanges({ from, to }, longest)
    assert.equal(ranges[0]?.from ?? from, from)
    assert.equal(ranges.at(-1)?.to ?? from, from === to ? from : to)
    ranges.forEach((range, index) => {
      assert.ok(range.from < range.to)
      assert.equal(ranges[index + 1]?.from ?? range.to, range.to)
      const span = range.readFrom
      if (span === 'events') assert.ok(range.to - range.from < 3_600_000)
      if (span === 'events') return
      assert.deepEqual(
        [startOf(span, range.from), ceilingOf(span, range.to)],
        [range.from, range.to],
      )
    })
  }
})

test('every day of a leap month and every month over the turn of a year is there', () => {
  const days = startsWithin('day', { from: at('2028-02-01'), to: at('2028-03-01') })
  assert.deepEqual([days.length, iso(days.at(-1) ?? 0)], [29, '2028-02-29T00:00:00Z'])
  const months = startsWithin('month', { from: at('2026-11-15'), to: at('2027-02-01') })
  assert.deepEqual(
    months.map((month) => iso(month).slice(0, 7)),
    ['2026-11', '2026-12', '2027-01'],
  )
})
