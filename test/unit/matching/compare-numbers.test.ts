import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  canonicalNumber,
  compareNumbers,
  type NumberReason,
} from '../../../server/matching/compare-numbers.ts'
import type { MatchVerdict } from '../../../server/matching/match-verdict.ts'
import { anyBasicText, anyText } from '../../support/any-text.ts'

type Case = [claimed: string | undefined, read: string | undefined, MatchVerdict, NumberReason]

const cases: readonly Case[] = [
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

describe('a claimed document number against a read one', () => {
  for (const [claimed, read, verdict, reason] of cases) {
    test(`${claimed} against ${read} is ${verdict}: ${reason}`, () => {
      assert.deepEqual(compareNumbers(claimed, read), { verdict, reason })
    })
  }

  test('does not depend on which side is which', () => {
    for (const [claimed, read, verdict] of cases) {
      assert.equal(compareNumbers(read, claimed).verdict, verdict)
    }
  })

  test('never throws, whatever the text', () => {
    fc.assert(
      fc.property(anyBasicText, anyBasicText, (claimed, read) => {
        compareNumbers(claimed, read)
      }),
      { seed: 20260501 },
    )
  })

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
