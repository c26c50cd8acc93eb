import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { detailsOf, tableOf } from '../../../scripts/bench/print-table.ts'
import { judge, type Line, type Measured } from '../../../scripts/bench/row.ts'

const atLeast: Line = {
  label: 'submit',
  unit: '/s',
  limit: { kind: 'ratio', atLeast: 0.3, hoped: 0.5 },
}
const tail: Line = { label: 'tail', unit: 'ms', limit: { kind: 'ratio', atMost: 4, hoped: 2 } }
const figure: Line = { label: 'start', unit: 's', limit: { kind: 'figure', atMost: 0.6 } }

function ratioOf(ratio: number): Measured {
  return { kind: 'ratio', ours: 100 * ratio, peer: { name: 'bare Koa', figure: 100 }, ratio }
}

describe('a line of the benchmarks', () => {
  const cases: readonly (readonly [line: Line, measured: Measured, verdict: string])[] = [
    [atLeast, ratioOf(0.3), 'met'],
    [atLeast, ratioOf(0.29), 'MISSED'],
    [tail, ratioOf(4), 'met'],
    [tail, ratioOf(4.01), 'MISSED'],
    [figure, { kind: 'figure', ours: 0.6 }, 'met'],
    [figure, { kind: 'figure', ours: 0.61 }, 'MISSED'],
    [figure, { kind: 'not-run', why: 'needs Redis' }, 'not run'],
  ]
  for (const [line, measured, verdict] of cases) {
    test(`${line.label} with ${JSON.stringify(measured)} is ${verdict}`, () => {
      assert.equal(judge(line, measured), verdict)
    })
  }

  test('without a measurement of its kind is a fault of the row', () => {
    assert.throws(() => judge(atLeast, undefined), /submit was not measured/)
    assert.throws(() => judge(atLeast, { kind: 'figure', ours: 1 }), /submit was not measured/)
  })
})

test('the table shows ours, the peer or limit, the ratio, both limits and the verdict', () => {
  const results = [
    { row: 'submit', line: atLeast, measured: ratioOf(0.25), verdict: 'MISSED' },
    { row: 'start', line: figure, measured: { kind: 'figure', ours: 0.3 }, verdict: 'met' },
    {
      row: 'jobs',
      line: tail,
      measured: { kind: 'not-run', why: 'needs Redis' },
      verdict: 'not run',
    },
  ] as const
  const [head = '', , ...lines] = tableOf(results).split('\n')
  assert.deepEqual(
    [head, ...lines].map((line) => line.split(/ {2,}/)),
    [
      ['row', 'ours', 'peer or limit', 'ratio', 'asked', 'hoped', 'verdict'],
      ['submit', '25/s', '100/s (bare Koa)', '0.25', '>= 0.3', '0.5', 'MISSED'],
      ['start', '0.3 s', '0.6 s', '0.50', '<= 0.6 s', 'met'],
      ['tail', '<= 4', '2', 'not run'],
    ],
  )
  assert.equal(detailsOf(results), 'tail: needs Redis')
})
