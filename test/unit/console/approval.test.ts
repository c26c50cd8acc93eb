import assert from 'node:assert/strict'
import { test } from 'node:test'
import { approvalOf } from '../../../console/pages/overview/approval.ts'

const figure = (compared: number | null, before: number | null) => ({
  total: 3,
  compared,
  before,
  by_day: [3, 0],
})

const cases = [
  ['two rates', figure(3, 1), figure(1, 3), { compared: 0.75, before: 0.25 }],
  ['a rate of nothing approved', figure(3, 0), figure(0, 3), { compared: 1, before: 0 }],
  ['no decision in the period', figure(0, 1), figure(0, 3), undefined],
  ['no decision before it', figure(3, 0), figure(1, 0), undefined],
  ['no decision at all', figure(0, 0), figure(0, 0), undefined],
  ['no hours to compare', figure(null, null), figure(null, null), undefined],
] as const

for (const [what, approved, declined, against] of cases) {
  test(`with ${what}, approval is ${against ? '' : 'not '}compared`, () => {
    assert.deepEqual(approvalOf({ approved, declined }).against, against)
  })
}

test('approval is a part of the decisions, and nothing on a day without one', () => {
  const { total, byDay } = approvalOf({ approved: figure(3, 1), declined: figure(1, 3) })
  assert.deepEqual([total, byDay], [0.5, [0.5, undefined]])
})
