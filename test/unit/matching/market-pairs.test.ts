// What the comparison of names makes of realistic pairs: how often a customer would be declined for another spelling,
// and a stranger approved for a similar one.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compareNames } from '../../../server/matching/compare-names.ts'
import { ofOnePerson, ofTwoPeople } from './market-pairs.ts'

type Pair = (typeof ofOnePerson)[number]

function verdictOf({ claimed, read }: Pair): string {
  return compareNames(claimed, read).verdict
}

function linesWith(pairs: readonly Pair[], verdict: string): readonly string[] {
  return pairs.filter((pair) => verdictOf(pair) === verdict).map(({ line }) => line)
}

describe('the names of customers of the four markets', () => {
  test('decline nobody for another writing of the own name', () => {
    assert.deepEqual(linesWith(ofOnePerson, 'mismatch'), [])
  })

  test('approve nobody under the name of another', () => {
    assert.deepEqual(linesWith(ofTwoPeople, 'match'), [])
  })

  test('are seldom in doubt, which costs a review', () => {
    const shareOf = (pairs: readonly Pair[]) => linesWith(pairs, 'unclear').length / pairs.length
    assert.ok(shareOf(ofOnePerson) < 0.32, `${shareOf(ofOnePerson)} of one person`)
    assert.ok(shareOf(ofTwoPeople) < 0.15, `${shareOf(ofTwoPeople)} of two people`)
  })

  test('compare alike from both sides', () => {
    for (const { line, claimed, read } of [...ofOnePerson, ...ofTwoPeople]) {
      const full = `${claimed.firstName} ${claimed.lastName}`
      const one = compareNames({ firstName: read.fullName }, { fullName: full }).verdict
      const other = compareNames({ firstName: full }, { fullName: read.fullName }).verdict
      assert.equal(one, other, line)
    }
  })
})
