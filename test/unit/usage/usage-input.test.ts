import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseUsageFilter } from '../../../server/usage/usage-input.ts'

test('an instant that its offset takes out of the years that can be written is the nearest one', () => {
  const { from, to } = parseUsageFilter({
    from: '0001-01-01T00:00:00Z',
    to: '9999-12-31T23:59:59-01:00',
  })
  assert.equal(from, 0)
  assert.equal(to, Date.parse('9999-12-31T23:59:59.999Z'))
})
