// Claimed birth dates and document numbers against read ones.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { compareDates, type DateReason } from '../../../server/matching/compare-dates.ts'
import {
  canonicalNumber,
  compareDocumentNumbers,
  compareNumbers,
  type NumberReason,
  type ReadNumbers,
} from '../../../server/matching/compare-numbers.ts'
import type { MatchVerdict } from '../../../server/matching/match-verdict.ts'
import { anyBasicText, anyText } from '../../support/any-text.ts'

type Case<Reason> = [claimed: string | undefined, read: string | undefined, MatchVerdict, Reason]

const dates: readonly Case<DateReason>[] = [
  ['1990-05-12', '1990-05-12', 'match', 'same'],
  [' 1990-05-12', '1990-05-12 ', 'match', 'same'],
  ['2000-02-29', '2000-02-29', 'match', 'same'],
  ['1990-05-12', '1990-12-05', 'unclear', 'day_month_swapped'],
  ['1990-01-12', '1990-12-01', 'unclear', 'day_month_swapped'],
  ['1960-05-12', '1960-01-01', 'unclear', 'registry_day'],
  ['1960-12-31', '1960-05-12', 'unclear', 'registry_day'],
  ['1960-01-01', '1960-12-31', 'unclear', 'registry_day'],
  ['1990-05-12', '1990', 'unclear', 'less_precise'],
  ['1990-05-12', '1990-05', 'unclear', 'less_precise'],
  ['1990-05-12', '1990-00-00', 'unclear', 'less_precise'],
  ['1990-05-12', '1990-05-XX', 'unclear', 'less_precise'],
  ['1990', '1990', 'unclear', 'less_precise'],
  ['1990-05-12', '1990-05-21', 'unclear', 'digits_swapped'],
  ['1989-05-13', '1998-05-13', 'unclear', 'digits_swapped'],
  ['1990-01-13', '1990-10-13', 'unclear', 'digits_swapped'],
  ['1990-05-11', '1990-05-17', 'unclear', 'look_alike'],
  ['1983-05-13', '1988-05-13', 'unclear', 'look_alike'],
  ['1990-06-13', '1990-08-13', 'unclear', 'look_alike'],
  ['2020-05-13', '1920-05-13', 'unclear', 'other_century'],
  ['1990-05-12', '1990-02-30', 'unclear', 'unreadable'],
  ['1990-05-12', '1990-13-01', 'unclear', 'unreadable'],
  ['1900-02-29', '1900-02-28', 'unclear', 'unreadable'],
  ['1990-05-12', '12/05/1990', 'unclear', 'unreadable'],
  ['1990-05-12', '19?0-05-12', 'unclear', 'unreadable'],
  ['1990-05-12', '1990-05-13', 'mismatch', 'different'],
  ['1990-05-12', '1990-07-12', 'mismatch', 'different'],
  ['1990-05-12', '1991-05-12', 'mismatch', 'different'],
  ['1980-05-12', '1990-05-12', 'mismatch', 'different'],
  ['1990-05-12', '1961-01-01', 'mismatch', 'different'],
  ['1990-05-12', '1991', 'mismatch', 'different'],
  ['1990-05-12', '1990-06', 'mismatch', 'different'],
  ['1990-05-12', '1991-12-05', 'mismatch', 'different'],
  ['1990-05-12', '1909-05-21', 'mismatch', 'different'],
  ['1990-05-11', '1996-05-17', 'mismatch', 'different'],
  ['1990-09-30', '1991-00-30', 'mismatch', 'different'],
  ['2020-05-13', '1920-05-14', 'mismatch', 'different'],
  ['1990-05-12', '2190-05-12', 'mismatch', 'different'],
  [undefined, '1990-05-12', 'not_compared', 'nothing_claimed'],
  ['', '1990-05-12', 'not_compared', 'nothing_claimed'],
  ['1990-05-12', undefined, 'not_compared', 'nothing_read'],
  ['1990-05-12', 'Not Available', 'not_compared', 'nothing_read'],
  ['1990-05-12', 'NaN-NaN-NaN', 'not_compared', 'nothing_read'],
  [undefined, undefined, 'not_compared', 'nothing_claimed'],
]

const numbers: readonly Case<NumberReason>[] = [
  ['1990200100042', '1990200100042', 'match', 'same'],
  ['1 990 2001 00042', '1990200100042', 'match', 'same'],
  ['1-990-2001-00042', '1990.2001.00042', 'match', 'same'],
  ['be123456', 'BE123456', 'match', 'same'],
  ['BE/123456', 'BE 123456', 'match', 'same'],
  ['BE\u2011123456', 'BE\u00a0123456', 'match', 'same'],
  ['BE123456', 'BE123456<<<', 'match', 'same'],
  ['ＢＥ１２３', 'BE123', 'match', 'same'],
  ['BE\u200b123456', 'BE123456', 'match', 'same'],
  ['CI-0O12345', 'CI0012345', 'unclear', 'look_alike'],
  ['725341234-5', 'GHA-725341234-5', 'match', 'same'],
  ['GHA-72534I234-5', 'GHA-725341234-5', 'unclear', 'look_alike'],
  ['725341234-5', 'GHA-72534I234-5', 'unclear', 'look_alike'],
  ['725341234-6', 'GHA-725341234-5', 'mismatch', 'different'],
  ['GHA-I23456', 'GHA123456', 'unclear', 'look_alike'],
  ['A5S8B2Z', 'AS588Z2', 'unclear', 'look_alike'],
  ['D0Q', 'OOO', 'unclear', 'look_alike'],
  ['V123', 'U123', 'unclear', 'look_alike'],
  ['BE123456', 'BE12****', 'unclear', 'unreadable'],
  ['BE123456', 'BE12?456', 'unclear', 'unreadable'],
  ['BE123456', '١٢٣٤', 'unclear', 'unreadable'],
  ['1990200100042', '1990200100043', 'mismatch', 'different'],
  ['1990200100042', '1990200100024', 'mismatch', 'different'],
  ['1990200100042', '199020010004', 'mismatch', 'different'],
  ['0123456', '123456', 'mismatch', 'different'],
  ['BE123456', 'BF123456', 'mismatch', 'different'],
  ['BE1234O6', 'BE123407', 'mismatch', 'different'],
  ['A1', 'A', 'mismatch', 'different'],
  [undefined, 'BE123456', 'not_compared', 'nothing_claimed'],
  ['', 'BE123456', 'not_compared', 'nothing_claimed'],
  ['--', 'BE123456', 'not_compared', 'nothing_claimed'],
  ['BE123456', undefined, 'not_compared', 'nothing_read'],
  ['BE123456', 'Not Available', 'not_compared', 'nothing_read'],
  ['BE123456', 'not  available', 'not_compared', 'nothing_read'],
]

const dateLike = fc.oneof(anyText, fc.stringMatching(/^\d{4}-\d\d-\d\d$/))

describe('a claimed birth date against a read one', () =>
  assertCompared(compareDates, dates, dateLike))

describe('a claimed document number against a read one', () => {
  assertCompared(compareNumbers, numbers, anyBasicText)

  test('has a canonical form that is its own canonical form', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = canonicalNumber(text)
        assert.equal(canonicalNumber(once), once)
      }),
      { seed: 20260501 },
    )
  })
})

describe('a claimed number against the two that a document may print', () => {
  const card = 'C0034556677'
  const person = '1751199400042'
  const rows: readonly (readonly [
    claimed: string | undefined,
    read: ReadNumbers,
    reason: string,
  ])[] = [
    [card, { idNumber: card, otherIdNumber: person }, 'same'],
    [person, { idNumber: card, otherIdNumber: person }, 'same'],
    ['I751199400042', { idNumber: card, otherIdNumber: person }, 'look_alike'],
    [person, { otherIdNumber: person }, 'same'],
    [person, { idNumber: card }, 'different'],
    ['2751199400042', { idNumber: card, otherIdNumber: person }, 'different'],
    ['2751199400042', { idNumber: card, otherIdNumber: '*****' }, 'different'],
    [person, { idNumber: '17511994*****', otherIdNumber: card }, 'unreadable'],
    [person, {}, 'nothing_read'],
    [undefined, { idNumber: card, otherIdNumber: person }, 'nothing_claimed'],
  ]
  for (const [claimed, read, reason] of rows) {
    test(`${claimed} against ${Object.values(read).join(' and ')} is ${reason}`, () => {
      const compared = compareDocumentNumbers(claimed, read)
      assert.equal(compared.reason, reason)
      if (reason === 'same') assert.equal(compared.read, claimed)
    })
  }
})

function assertCompared<Reason>(
  compare: (claimed?: string, read?: string) => { verdict: MatchVerdict; reason: Reason },
  cases: readonly Case<Reason>[],
  anyValue: fc.Arbitrary<string>,
): void {
  for (const [claimed, read, verdict, reason] of cases) {
    test(`${claimed} against ${read} is ${verdict}: ${reason}`, () => {
      assert.deepEqual(compare(claimed, read), { verdict, reason })
    })
  }

  test('does not depend on which side is which', () => {
    for (const [claimed, read, verdict] of cases) {
      assert.equal(compare(read, claimed).verdict, verdict)
    }
  })

  test('never throws', () => {
    const property = fc.property(anyValue, anyValue, (claimed, read) => {
      compare(claimed, read)
    })
    fc.assert(property, { seed: 20260501 })
  })
}
