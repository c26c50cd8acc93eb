import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fittingReasons } from '../../console/pages/reviews/fitting-reasons.ts'
import { outcomeReasons } from '../../server/reviews/review.ts'
import { reviewOutcomes } from '../../server/verifications/review-summary.ts'

describe('the reasons that are offered', () => {
  test('against an approval speak against the customer, against a refusal for them', () => {
    assert.deepEqual(fittingReasons(outcomeReasons.dispute, 'dispute', 'approved'), [
      'document_misread',
      'document_forged',
      'other_person',
      'pictures_unusable',
      'fraud_suspected',
      'provider_mistaken',
    ])
    assert.deepEqual(fittingReasons(outcomeReasons.dispute, 'dispute', 'declined'), [
      'same_person',
      'spelling_variant',
      'document_misread',
      'document_genuine',
      'pictures_usable',
      'provider_mistaken',
    ])
  })

  test('for an approval do not speak against the customer, for a refusal not for them', () => {
    const { confirm } = outcomeReasons
    const forApproval = fittingReasons(confirm, 'confirm', 'approved')
    assert.deepEqual(forApproval, ['decision_correct', 'document_genuine', 'provider_trouble'])
    assert.ok(!fittingReasons(confirm, 'confirm', 'declined').includes('document_genuine'))
    assert.ok(fittingReasons(confirm, 'confirm', 'declined').includes('document_forged'))
  })

  test('are all of them after an error, where nothing was decided', () => {
    for (const outcome of reviewOutcomes) {
      const all = outcomeReasons[outcome]
      assert.deepEqual(fittingReasons(all, outcome, 'error'), all)
    }
  })
})
