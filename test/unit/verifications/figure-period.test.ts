import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toIso } from '../../../server/kernel/clock.ts'
import {
  comparedHours,
  daysWithin,
  figurePeriod,
  isUnfinished,
} from '../../../server/verifications/figures/figure-period.ts'
import { parsePeriod } from '../../../server/verifications/figures/figure-period-input.ts'

const at = (text: string) => Date.parse(text)
/** A Monday. */
const now = at('2026-11-23T14:20:31Z')

const periods = [
  ['today', '2026-11-23', '2026-11-24', 1],
  ['7_days', '2026-11-17', '2026-11-24', 7],
  ['28_days', '2026-10-27', '2026-11-24', 28],
  ['90_days', '2026-08-26', '2026-11-24', 90],
  ['this_month', '2026-11-01', '2026-11-24', 23],
  ['last_month', '2026-10-01', '2026-11-01', 31],
] as const

for (const [name, from, to, days] of periods) {
  test(`${name} is from ${from} to before ${to}`, () => {
    const period = figurePeriod(name, undefined, now)
    assert.deepEqual(period, { name, from: at(from), to: at(to) })
    assert.equal(daysWithin(period).length, days)
    assert.equal(isUnfinished(period, now), name !== 'last_month')
  })
}

const comparisons = [
  ['today', 'weekday', '2026-11-23T14:00', '2026-11-16T00:00', '2026-11-16T14:00'],
  ['today', 'day_before', '2026-11-23T14:00', '2026-11-22T00:00', '2026-11-22T14:00'],
  ['7_days', 'weekday', '2026-11-23T14:00', '2026-11-10T00:00', '2026-11-16T14:00'],
  ['this_month', 'weekday', '2026-11-23T14:00', '2026-10-09T00:00', '2026-10-31T14:00'],
  ['last_month', 'weekday', '2026-11-01T00:00', '2026-08-31T00:00', '2026-10-01T00:00'],
] as const

for (const [name, by, until, from, to] of comparisons) {
  test(`${name} until ${until} is compared by ${by} with ${from} to ${to}`, () => {
    const compared = comparedHours(figurePeriod(name, undefined, now), by, now)
    assert.equal(compared?.hours.to, at(`${until}Z`))
    assert.deepEqual([compared.before.from, compared.before.to].map(toIso), [
      `${from}:00.000Z`,
      `${to}:00.000Z`,
    ])
    assert.equal(compared.hours.to - compared.hours.from, compared.before.to - compared.before.from)
  })
}

test('nothing is compared before an hour of the day is over', () => {
  const midnight = at('2026-11-23T00:40:00Z')
  assert.equal(
    comparedHours(figurePeriod('today', undefined, midnight), 'weekday', midnight),
    undefined,
  )
})

const wrong = [
  [{ period: 'custom' }, ['from', 'to']],
  [{ period: 'custom', from: '2026-11-20' }, ['to']],
  [{ period: 'custom', to: '2026-11-20' }, ['from']],
  [{ period: 'custom', from: '2026-11-22', to: '2026-11-21' }, ['to']],
  [{ period: 'custom', from: '2026-08-01', to: '2026-11-21' }, ['to']],
  [{ period: 'custom', from: '2026-11-22', to: '2026-11-24' }, ['to']],
  [{ period: 'custom', from: '2026-02-30', to: '2026-11-21' }, ['from']],
  [{ period: 'always', compare: 'never' }, ['period', 'compare']],
] as const

for (const [given, params] of wrong) {
  test(`${JSON.stringify(given)} is refused`, () => {
    assert.throws(
      () => parsePeriod(given, now),
      ({ options }) => {
        const found = options.details.map(({ param }: { readonly param: string }) => param)
        assert.deepEqual(found, params)
        return true
      },
    )
  })
}

test('custom days are both included', () => {
  const { period } = parsePeriod({ period: 'custom', from: '2026-11-20', to: '2026-11-21' }, now)
  assert.deepEqual([period.from, period.to], [at('2026-11-20'), at('2026-11-22')])
})
