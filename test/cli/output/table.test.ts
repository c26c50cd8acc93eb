import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Sink } from '../../../cli/io.ts'
import { renderFacts, renderTable } from '../../../cli/text/table.ts'

interface Row {
  readonly id: string
  readonly name: string
}

const columns = [
  { title: 'ID', cell: (row: Row) => row.id },
  { title: 'NAME', cell: (row: Row) => row.name, shrinks: true },
  { title: 'END', cell: () => 'never' },
]

function sink(width: number | undefined): Sink {
  return {
    isTerminal: width !== undefined,
    width,
    hasColour: false,
    write() {},
    replaceLine() {},
    fault: undefined,
    isTaken: async () => true,
    whenTaken() {},
    leaveOut() {},
    style: (_format, text) => text,
  }
}

const rows = [
  { id: 'key_1', name: 'Core banking of the whole group' },
  { id: 'key_22', name: 'Reports' },
]

describe('a table', () => {
  test('is as wide as its content where there is no terminal', () => {
    assert.equal(
      renderTable(sink(undefined), columns, rows),
      [
        'ID      NAME                             END',
        'key_1   Core banking of the whole group  never',
        'key_22  Reports                          never',
        '',
      ].join('\n'),
    )
  })

  test('fits a terminal by cutting what may be cut, and says so with an ellipsis', () => {
    assert.equal(
      renderTable(sink(32), columns, rows),
      [
        'ID      NAME               END',
        'key_1   Core banking of …  never',
        'key_22  Reports            never',
        '',
      ].join('\n'),
    )
  })

  test('keeps ids whole on a terminal that is too narrow even so', () => {
    const lines = renderTable(sink(10), columns, rows).split('\n')
    assert.equal(lines[1], 'key_1   Core ba…  never')
  })

  test('leaves out what is extra, from the right, when cutting is not enough', () => {
    const extra = { title: 'EXTRA', cell: () => 'more', isExtra: true }
    const wide = [columns[0], extra, columns[1], extra].filter((column) => column !== undefined)
    const title = (width: number) => renderTable(sink(width), wide, rows).split('\n')[0]
    assert.equal(title(60), 'ID      EXTRA  NAME                             EXTRA')
    assert.equal(title(25), 'ID      EXTRA  NAME')
    assert.equal(title(20), 'ID      NAME')
  })

  test('lets no content steer the terminal or forge a row', () => {
    const text = renderTable(sink(undefined), columns, [
      { id: 'key_1', name: '\x1b[2Jevil\r\nkey_2\u202e' },
    ])
    assert.equal(text.split('\n').length, 3)
    assert.match(text, /�\[2Jevil��key_2�/)
  })
})

describe('a list of facts', () => {
  test('aligns the values and leaves out what is not known', () => {
    const text = renderFacts(sink(undefined), [
      ['id', 'ver_1'],
      ['external ref', undefined],
      ['status', 'approved'],
    ])
    assert.equal(text, 'id      ver_1\nstatus  approved\n')
  })
})
