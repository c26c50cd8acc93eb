import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkShape, readTree } from '../scripts/check-shape.ts'

test('the tree keeps to the architecture', () => {
  const faults = checkShape(readTree())
  assert.ok(faults.length === 0, `\n${faults.join('\n')}\n`)
})
