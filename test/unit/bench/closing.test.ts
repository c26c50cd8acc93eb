import assert from 'node:assert/strict'
import { test } from 'node:test'
import { comparison } from '../../../scripts/bench/compare.ts'
import { closingOf, type Result } from '../../../scripts/bench/print-table.ts'
import type { Measured } from '../../../scripts/bench/row.ts'
import { figureOf } from '../../../scripts/bench/timed.ts'

function result(row: string, label: string, measured: Measured, isMet = true): Result {
  const line = { label, unit: 's', limit: { kind: 'figure', atMost: 1 } } as const
  return { row, line, measured, verdict: isMet ? 'met' : 'MISSED' }
}

const once: Measured = { kind: 'figure', ours: 1 }
const start = result('start', 'start svc serve', figureOf([1, 2, 3]))
const submit = result('submit', 'submit', comparison([1, 2, 3], [1, 1, 1], 'bare Koa'), false)
const memory = result('start', 'idle memory', once)
const backup = [result('backup', 'first', once), result('backup', 'next', once)]
const absent = result('console', 'requests', { kind: 'not-run', why: 'no browser' })

test('the benchmarks end with what are medians and what was measured once', () => {
  assert.equal(closingOf([start, submit], 9), '2 lines in 9 s, 1 missed. Medians of 3 runs.')
  assert.equal(
    closingOf([start, memory, ...backup, absent], 9),
    '5 lines in 9 s, 0 missed. Medians of 3 runs. Measured once: idle memory, backup.',
  )
  assert.equal(closingOf(backup, 9), '2 lines in 9 s, 0 missed. Measured once: backup.')
  const scale = result('scale', 'scale 1 million', { kind: 'figure', ours: 1, runs: 60 })
  assert.equal(closingOf([start, scale], 9), '2 lines in 9 s, 0 missed. Medians of 3 or 60 runs.')
  assert.equal(closingOf([absent], 9), '1 line in 9 s, 0 missed.')
})

test('a row of one run was measured once', () => {
  const single = result('start', 'start svc serve', figureOf([1]))
  assert.equal(closingOf([single], 9), '1 line in 9 s, 0 missed. Measured once: start.')
})
