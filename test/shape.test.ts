import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkShape, readTree } from '../scripts/check-shape.ts'

test('the tree keeps to the plan of the house', () => {
  const faults = checkShape(readTree())
  assert.ok(faults.length === 0, `\n${faults.join('\n')}\n`)
})
