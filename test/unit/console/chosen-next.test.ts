import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Choice, chosenNext, nothingChosen } from '../../../console/pages/reviews/draft.ts'

const decided = (outcome: 'confirm' | 'dispute', reasons: ['decision_correct'] | []): Choice => ({
  kind: 'decide',
  outcome,
  reasons,
  checkerId: undefined,
})

test('the key of the chosen outcome keeps its reasons, the key of the other begins anew', () => {
  const ticked = decided('confirm', ['decision_correct'])
  assert.equal(chosenNext(ticked, decided('confirm', [])), ticked)
  const other = decided('dispute', [])
  assert.equal(chosenNext(ticked, other), other)
  assert.equal(chosenNext(nothingChosen, other), other)
})
