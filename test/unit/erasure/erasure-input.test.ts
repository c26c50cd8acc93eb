import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseErasure } from '../../../server/erasure/erasure-input.ts'

const hold = (until: unknown) => parseErasure('hold', { reason: 'dispute', until }).until

test('a hold is in force for the whole of its last day, and without one has no end', () => {
  assert.equal(hold('2027-03-31'), Date.parse('2027-04-01'))
  assert.deepEqual([hold(undefined), hold(null)], [undefined, undefined])
})

test('a day that the calendar does not have is refused, and not taken for one of the next month', () => {
  for (const day of ['2027-02-31', '2027-04-31', '2027-13-01', '31/03/2027', '']) {
    assert.throws(() => hold(day), { code: 'invalid_request' }, day)
    assert.throws(() => parseErasure('end', { on: day }), { code: 'invalid_request' }, day)
  }
})
