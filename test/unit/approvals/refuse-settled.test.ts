// What somebody is told whose decision comes too late.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refuseSettled } from '../../../server/approvals/approval-policy.ts'

const cases = [
  ['refused', 'This request is already rejected. Load the list again.'],
  ['withdrawn', 'This request is already withdrawn. Load the list again.'],
  ['pending', 'This request is not decided yet. Load the list again.'],
  [undefined, 'This request is already decided. Load the list again.'],
] as const

for (const [state, message] of cases) {
  test(`a request that is ${state ?? 'settled just now'} is named as its page names it`, () => {
    assert.equal(refuseSettled(state).message, message)
  })
}
