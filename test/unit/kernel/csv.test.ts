import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CsvCell, csvLines } from '../../../server/kernel/csv.ts'

const cells: readonly (readonly [what: string, cell: CsvCell, written: string])[] = [
  ['a plain text', 'Awa Marabout', 'Awa Marabout'],
  ['no value', undefined, ''],
  ['null', null, ''],
  ['an empty text', '', ''],
  ['true', true, 'true'],
  ['false', false, 'false'],
  ['zero', 0, '0'],
  ['a number', 1203, '1203'],
  ['a negative number, which stays one', -1, '-1'],
  ['a negative number written as a text', '-1', "'-1"],
  ['a formula', '=1+1', "'=1+1"],
  ['a formula behind a plus', '+221771234567', "'+221771234567"],
  ['a formula behind a minus', '-2+3', "'-2+3"],
  ['a formula behind an at sign', '@sum', "'@sum"],
  ['a formula behind a tab', '\t=1', "'\t=1"],
  ['a formula behind a carriage return', '\r=1', '"\'\r=1"'],
  ['a formula behind NUL, which some programs pass over', '\0=1', "'\0=1"],
  ['a formula behind a full-width sign', '＝1', "'＝1"],
  ['a formula with quotes', '=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
  ['a sign in the middle', 'a=b+c-d@e', 'a=b+c-d@e'],
  ['a formula behind the other separator', 'a;=1+1', "a;'=1+1"],
  ['a formula behind the other separator, a space and quotes', 'a; "=1', '"a;\' ""=1"'],
  ['the other separator', 'a;b', 'a;b'],
  ['a comma', 'a,b', '"a,b"'],
  ['quotes', 'say "c"', '"say ""c"""'],
  ['a line break', 'a\nb', '"a\nb"'],
  ['a line break of Windows', 'a\r\nb', '"a\r\nb"'],
]

for (const [what, cell, written] of cells) {
  test(`${what} is written as ${JSON.stringify(written)}`, () => {
    assert.equal(csvLines([['id', cell, 'end']]), `id,${written},end\r\n`)
  })
}

test('with semicolons a comma is a letter and a semicolon is quoted, and formulas are guarded alike', () => {
  const rows = [['a,b', 'a;b', '=1', 'a,=1', -1]]
  assert.equal(csvLines(rows, 'semicolon'), 'a,b;"a;b";\'=1;a,\'=1;-1\r\n')
})

test('every row ends as RFC 4180 has it, the last one too; no rows are no text', () => {
  assert.equal(
    csvLines([
      ['day', 'quantity'],
      ['2026-11-01', 3],
      ['', ''],
    ]),
    'day,quantity\r\n2026-11-01,3\r\n,\r\n',
  )
  assert.equal(csvLines([]), '')
})
