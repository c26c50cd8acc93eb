import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { resultOf } from '../../../server/reviews/quality/quality-check.ts'
import { reviewerFigures } from '../../../server/reviews/quality/quality-figures.ts'

const none = { decisions: [], times: [], checks: [] }

function agreementOf(agreed: number, differing: number) {
  const [only] = reviewerFigures({
    ...none,
    checks: [
      { userId: 'usr_a', result: 'agreed', count: agreed },
      { userId: 'usr_a', result: 'other_outcome', count: differing },
      { userId: 'usr_a', result: 'cancelled', count: 40 },
      { userId: 'usr_a', result: 'erased', count: 40 },
    ],
  })
  return only?.agreement
}

describe('quality figures', () => {
  test('give the Wilson interval of the agreement', () => {
    // Newcombe 1998, table I: 81 of 263 is 0.2553 to 0.3662, 15 of 148 is 0.0624 to 0.1605, 0 of 20 is 0 to 0.1611.
    for (const [count, total, low, high] of [
      [81, 263, 0.2553, 0.3662],
      [15, 148, 0.0624, 0.1605],
      [0, 20, 0, 0.1611],
    ] as const) {
      const agreement = agreementOf(count, total - count)
      assert.deepEqual(
        [agreement?.low, agreement?.high].map((end) => end?.toFixed(4)),
        [low.toFixed(4), high.toFixed(4)],
      )
    }
    assert.equal(agreementOf(10, 0)?.high.toFixed(4), '1.0000')
  })

  test('give no agreement for fewer than ten checks that were decided', () => {
    assert.equal(agreementOf(9, 0), undefined)
    assert.equal(agreementOf(9, 1)?.share, 0.9)
  })

  test('count decisions that took effect, and rejected proposals apart', () => {
    const decision = { userId: 'usr_a', outcome: 'dispute', count: 1 } as const
    const [only] = reviewerFigures({
      ...none,
      decisions: [
        { ...decision, outcome: 'confirm', result: 'final', count: 6 },
        { ...decision, result: 'approved', count: 2 },
        { ...decision, result: 'rejected', count: 3 },
        { ...decision, result: 'proposed', count: 5 },
        { ...decision, result: 'voided', count: 7 },
        { ...decision, outcome: 'approved', result: 'final', count: 4 },
      ],
    })
    assert.deepEqual([only?.decided, only?.judged, only?.overturned, only?.rejected], [12, 8, 2, 3])
  })
})

describe('two decisions', () => {
  const first = { outcome: 'confirm', reasons: ['decision_correct', 'other_person'] } as const
  const cases = [
    ['confirm', ['other_person', 'claims_wrong'], 'agreed'],
    ['confirm', ['document_forged'], 'other_reasons'],
    ['dispute', ['other_person'], 'other_outcome'],
  ] as const
  for (const [outcome, reasons, result] of cases) {
    test(`of confirm and ${outcome} for ${reasons.join()} are ${result}`, () => {
      assert.equal(resultOf(first, { outcome, reasons }), result)
    })
  }
})
