import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type Band, bandOf, bandTable } from '../../../server/scoring/bands.ts'

/** Both ends of every row of specification 2.4. */
const edges: readonly (readonly [score: number, band: Band, description: string])[] = [
  [0, 'low', 'Higher risk, manual review recommended'],
  [299, 'low', 'Higher risk, manual review recommended'],
  [300, 'medium', 'Moderate risk'],
  [549, 'medium', 'Moderate risk'],
  [550, 'high', 'Good profile'],
  [799, 'high', 'Good profile'],
  [800, 'premium', 'Excellent profile'],
  [1000, 'premium', 'Excellent profile'],
]

describe('a band', () => {
  for (const [score, band, description] of edges) {
    test(`of ${score} is ${band}: ${description}`, () => {
      const { band: given, description: said } = bandOf(score)
      assert.deepEqual([given, said], [band, description])
    })
  }

  test('is given to every score from 0 to 1000, by exactly one row', () => {
    for (let score = 0; score <= 1000; score += 1) {
      const rows = bandTable.filter(({ from, to }) => score >= from && score <= to)
      assert.deepEqual(rows, [bandOf(score)])
    }
  })

  test('is given to nothing else', () => {
    for (const no of [-1, 1001, 0.5, 299.5, Number.NaN, Infinity]) assert.throws(() => bandOf(no))
    fc.assert(
      fc.property(fc.double({ noInteger: true }), (score) => {
        assert.throws(() => bandOf(score))
      }),
    )
  })
})
