import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysOfNight, takeTurn } from '../../../server/usage/recount-turn.ts'

test('a night takes a twenty-eighth of the days, rounded up', () => {
  const shares = [0, 1, 28, 29, 56, 57, 1096].map(daysOfNight)
  assert.deepEqual(shares, [0, 1, 1, 2, 2, 3, 40])
})

const turns: readonly (readonly [what: string, events: readonly number[], taken: number])[] = [
  ['no day where none waits', [], 0],
  ['every day that waits where they are light', [3, 0, 4], 3],
  ['days up to the limit and not beyond', [40, 60, 1], 2],
  ['a day that is beyond the limit alone, so that its turn comes', [500, 1], 1],
  ['none after a day that was left, so that nobody is passed over', [90, 20, 1], 1],
]

for (const [what, events, taken] of turns) {
  test(`a night takes ${what}`, () => {
    const waiting = events.map((count, index) => ({ startsAt: index, events: count }))
    assert.deepEqual(
      takeTurn(waiting, 100),
      waiting.slice(0, taken).map(({ startsAt }) => startsAt),
    )
  })
}
