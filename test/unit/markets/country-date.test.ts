import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { dateInCountry, hasEnded, isExpired } from '../../../server/markets/country-date.ts'
import { markets } from '../../../server/markets/market.ts'
import { parseScoringReference } from '../../../server/scoring/scoring-reference.ts'

describe('the date in a country', () => {
  const lateOn = (day: string) => Date.parse(`${day}T23:30:00Z`)

  test('begins an hour before UTC in Morocco in 2025, but not in its Ramadan', () => {
    assert.equal(dateInCountry('MA', lateOn('2025-11-20')), '2025-11-21')
    assert.equal(dateInCountry('MA', Date.parse('2025-11-20T22:59:59.999Z')), '2025-11-20')
    assert.equal(dateInCountry('MA', lateOn('2025-03-10')), '2025-03-10')
  })

  test('is formatted once for the instants of a quarter of an hour, and anew for the next', (t) => {
    const midnight = Date.parse('2025-12-04T23:00:00Z')
    dateInCountry('MA', midnight - 900_000)
    const { formatToParts } = Intl.DateTimeFormat.prototype
    const formatted = t.mock.method(Intl.DateTimeFormat.prototype, 'formatToParts', formatToParts)
    const dateAt = (ms: number) => dateInCountry('MA', midnight + ms)
    assert.deepEqual([-1, 0, 1, 899_999, -1].map(dateAt), [
      '2025-12-04',
      '2025-12-05',
      '2025-12-05',
      '2025-12-05',
      '2025-12-04',
    ])
    assert.equal(formatted.mock.callCount(), 2)
  })

  test('is that of UTC in the other markets, and where a country is unknown', () => {
    for (const country of ['SN', 'CI', 'GH', 'XX', '']) {
      assert.equal(dateInCountry(country, lateOn('2025-11-20')), '2025-11-20', country)
    }
  })

  test('makes no format for a text that a client sends', (t) => {
    dateInCountry('XX', 0)
    const { DateTimeFormat } = Intl
    const made = t.mock.method(Intl, 'DateTimeFormat', DateTimeFormat).mock
    for (let number = 0; number < 400; number += 1) dateInCountry(`${number}`.repeat(100), 0)
    assert.equal(made.callCount(), 0)
  })

  test('is also the one by which scores tell the day', () => {
    const file = new URL('../../../data/reference/scoring-reference.json', import.meta.url)
    const reference = parseScoringReference(JSON.parse(readFileSync(file, 'utf8')))
    for (const { country, timeZone } of markets) {
      assert.equal(reference.markets[country]?.timeZone, timeZone)
    }
  })

  test('is not asked for where a day is far from it, whatever the country', (t) => {
    const now = lateOn('2025-11-20')
    const { formatToParts } = Intl.DateTimeFormat.prototype
    const asked = t.mock.method(Intl.DateTimeFormat.prototype, 'formatToParts', formatToParts).mock
    for (const { country } of markets) {
      const ended = (day: string) => hasEnded(day, country, now)
      assert.deepEqual(['1990-01-01', '2025-11-18', '2025-11-21', '2035-01-01'].map(ended), [
        true,
        true,
        false,
        false,
      ])
    }
    assert.equal(asked.callCount(), 0)
  })

  test('ends the validity of a document after its last day there', () => {
    assert.equal(isExpired('2025-11-20', 'MA', lateOn('2025-11-20')), true)
    assert.equal(isExpired('2025-11-20', 'SN', lateOn('2025-11-20')), false)
    assert.equal(isExpired('2025-11-21', 'MA', lateOn('2025-11-20')), false)
  })
})
