import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  partOnRungs,
  roundTop,
  rungsAround,
  spreadApart,
  yAt,
} from '../../console/frame/charts/chart-place.ts'
import { segmentGap, segmentsOf } from '../../console/frame/charts/segments.ts'
import { axisWidthOf, ticksTo } from '../../console/frame/charts/ticks.ts'
import { languages } from '../../console/words/languages.ts'
import { showIn } from '../../console/words/show.ts'

const tops = [
  [0, 4],
  [3, 4],
  [4, 4],
  [5, 8],
  [14, 16],
  [100, 100],
  [1001, 1200],
  [9999, 10_000],
] as const

for (const [most, top] of tops) {
  test(`a scale that holds ${most} ends at ${top}, in four whole steps`, () => {
    assert.equal(roundTop(most), top)
    assert.equal((top / 4) % 1, 0)
  })
}

// The highest bar; labels and width in English, French and Arabic.
const axes = [
  [300, ['0 75 150 225 300', 34], ['0 75 150 225 300', 34], ['0 75 150 225 300', 34]],
  [
    8000,
    ['0 2,000 4,000 6,000 8,000', 43],
    ['0 2_000 4_000 6_000 8_000', 43],
    ['0 2.000 4.000 6.000 8.000', 43],
  ],
  ...([9999, 10_000] as const).map(
    (most) =>
      [
        most,
        ['0 2.5k 5k 7.5k 10k', 36],
        ['0 2,5_k 5_k 7,5_k 10_k', 43],
        ['0 2,5_ألف 5_آلاف 7,5_ألف 10_ألف', 57],
      ] as const,
  ),
  [
    12_500,
    ['0 4k 8k 12k 16k', 34],
    ['0 4_k 8_k 12_k 16_k', 36],
    ['0 4_آلاف 8_آلاف 12_ألف 16_ألف', 50],
  ],
] as const

for (const [most, ...expected] of axes) {
  test(`the axis of bars up to ${most} says ${expected[0][0]}, and has room for it`, () => {
    const axesOf = languages.map((language) => ticksTo(roundTop(most), showIn(language)))
    const said = axesOf.map((ticks) => [
      ticks.map(({ label }) => label.replace(/[\u00a0\u202f]/, '_')).join(' '),
      axisWidthOf(ticks),
    ])
    assert.deepEqual(said, expected)
    for (const ticks of axesOf) {
      assert.deepEqual(
        ticks.map(({ part }) => part),
        [0, 0.25, 0.5, 0.75, 1],
      )
    }
  })
}

test('labels that want the same place are put apart, later ones higher, within the plot', () => {
  const foot = yAt(0)
  const [first = 0, second = 0, third = 0] = spreadApart([foot, foot, foot], 30)
  assert.deepEqual([first - second, second - third], [30, 30])
  assert.ok(first <= foot)
  assert.deepEqual(spreadApart([yAt(1) - 50], 30), [yAt(1)])
})

test('labels with room between them stay where they are', () => {
  const places = [yAt(0.2), yAt(0.8)]
  assert.deepEqual(spreadApart(places, 30), places)
})

test('touching segments of a bar leave a gap, and a small count stays visible', () => {
  const [first, second, third] = segmentsOf([40, 0, 60, 0.001], 100)
  assert.deepEqual([first?.index, second?.index, third?.index], [0, 2, 3])
  assert.ok(first !== undefined && second !== undefined)
  assert.equal(first.y + first.height, yAt(0))
  assert.ok(Math.abs(first.y - (second.y + second.height) - segmentGap) < 1e-9)
  assert.equal(third?.height, 1)
})

test('the rungs of a scale hold every value, in one decade at least', () => {
  const minute = 60_000
  assert.deepEqual(rungsAround([20_000, 12_300_000]).at(0), 10_000)
  assert.deepEqual(rungsAround([20_000, 12_300_000]).at(-1), 36_000_000)
  assert.deepEqual(rungsAround([minute]), [minute, 10 * minute])
  assert.equal(rungsAround([1, 1e12]).length, 11)
  assert.ok((rungsAround([minute, 7.5 * 24 * 60 * minute]).at(-1) ?? 0) > 7.5 * 24 * 60 * minute)
})

test('a value stands between the rungs as its logarithm does', () => {
  assert.equal(partOnRungs(10, [10, 1000]), 0)
  assert.ok(Math.abs(partOnRungs(100, [10, 1000]) - 0.5) < 1e-9)
  assert.deepEqual([partOnRungs(1, [10, 100]), partOnRungs(1e9, [10, 100])], [0, 1])
})

const durations = [
  [95, '95 ms', '95 ms'],
  [3200, '3.2 s', '3,2 s'],
  [60_000, '1 min', '1 min'],
  [90_000, '90 s', '90 s'],
  [3_600_000, '1 h', '1 h'],
  [12_300_000, '3.4 h', '3,4 h'],
  [345_600_000, '4 d', '4 j'],
] as const

for (const [milliseconds, english, french] of durations) {
  test(`${milliseconds} ms read as ${english}, in French as ${french}`, () => {
    const shown = (language: string) =>
      showIn(language).duration(milliseconds).replace('\u202f', ' ')
    assert.deepEqual([shown('en'), shown('fr')], [english, french])
  })
}

test('a day is the same day wherever it is read', (t) => {
  const zone = process.env.TZ
  t.after(() => {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  })
  process.env.TZ = 'America/New_York'
  assert.equal(showIn('en').day('2026-11-21'), 'Sat\u00a021')
  assert.equal(showIn('fr').day('2026-11-21'), 'sam.\u00a021')
})
