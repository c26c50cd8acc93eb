import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimMs, isRenewed } from '../../../server/reviews/review.ts'

test('a claim is renewed once it ends later than it did when it was taken', () => {
  const taken = 1_000_000
  const heldUntil = (until: number) => ({ claim: { by: 'usr_a', until }, claimedAt: taken })
  assert.equal(isRenewed(heldUntil(taken + claimMs)), false)
  assert.equal(isRenewed(heldUntil(taken + claimMs + 1)), true)
  assert.equal(isRenewed({ claim: undefined, claimedAt: taken }), false, 'released')
})
