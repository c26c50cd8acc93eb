import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printDay, readDay } from '../../console/frame/parts/day-text.ts'

const read: readonly (readonly [string, string | undefined])[] = [
  ['21/11/2026', '2026-11-21'],
  [' 1/2/2026 ', '2026-02-01'],
  ['01.02.2026', '2026-02-01'],
  ['1-2-2026', '2026-02-01'],
  ['1 2 2026', '2026-02-01'],
  ['2026-11-21', '2026-11-21'],
  ['2026-2-1', '2026-02-01'],
  ['29/02/2028', '2028-02-29'],
  ['29/02/2026', undefined],
  ['31/04/2026', undefined],
  ['11/21/2026', undefined],
  ['0/1/2026', undefined],
  ['1/1/26', undefined],
  ['1/1/202', undefined],
  ['2026/11/21', undefined],
  ['tomorrow', undefined],
  ['', undefined],
]

for (const [typed, day] of read) {
  test(`${JSON.stringify(typed)} is ${day ?? 'no day'}`, () => {
    assert.equal(readDay(typed), day)
  })
}

test('a day is printed as it is typed', () => {
  assert.equal(printDay('2026-02-01'), '01/02/2026')
  assert.equal(readDay(printDay('2026-02-01')), '2026-02-01')
  assert.equal(printDay(''), '')
  assert.equal(printDay('nonsense'), 'nonsense')
})
