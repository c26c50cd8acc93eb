import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Direction,
  inVisualOrder,
  letterRuns,
} from '../../../server/console-api/printing/letter-runs.ts'

/** The runs as they stand on the line, from the left; a run of Arabic letters is turned round by its font. */
const cases: readonly (readonly [string, Direction, readonly string[]])[] = [
  ['Awa Teranga', 'rtl', ['Awa Teranga']],
  ['محمد أمين', 'rtl', ['محمد أمين']],
  ['محمد أمين', 'ltr', ['محمد أمين']],
  ['الوثيقة ver_01m7 الآن', 'rtl', ['الآن', ' ', 'ver_01m7', 'الوثيقة ']],
  ['21 نونبر 2026، 14:03 UTC', 'rtl', ['UTC', ' ', '14:03', ' ', '،', '2026', 'نونبر ', ' ', '21']],
  ['العلوي (ب.)', 'rtl', ['(', '.', 'ب', ')', 'العلوي ']],
  ['Name: علي (b)', 'ltr', ['Name: ', 'علي', ' ', '(b)']],
]

for (const [text, direction, drawn] of cases) {
  test(`${text} is drawn in its order on a page ${direction}`, () => {
    const runs = inVisualOrder(letterRuns(text, direction))
    assert.deepEqual(
      runs.map((run) => run.text),
      drawn,
    )
  })
}

test('every letter is in one run, and marks of direction in none', () => {
  const text = 'من \u2068Awa\u2069 إلى \u200e12%\u200e'
  const read = letterRuns(text, 'rtl')
    .map((run) => run.text)
    .join('')
  assert.equal(read, 'من Awa إلى 12%')
})
