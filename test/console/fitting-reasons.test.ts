import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { asksWhoTheyAre, fittingReasons } from '../../console/pages/reviews/fitting-reasons.ts'
import { outcomeReasons } from '../../server/reviews/review.ts'
import {
  type ReviewOutcome as Outcome,
  reviewOutcomes,
} from '../../server/verifications/review-summary.ts'

type Reviewed = Parameters<typeof fittingReasons>[2]

const of = (
  status: 'approved' | 'declined' | 'error' | 'pending',
  ...causes: readonly string[]
) => ({
  status,
  review: { causes },
})

describe('the reasons that are offered', () => {
  test('against an approval speak against the customer, against a refusal for them', () => {
    assert.deepEqual(fittingReasons(outcomeReasons.dispute, 'dispute', of('approved')), [
      'document_misread',
      'document_forged',
      'other_person',
      'pictures_unusable',
      'fraud_suspected',
      'provider_mistaken',
    ])
    assert.deepEqual(fittingReasons(outcomeReasons.dispute, 'dispute', of('declined')), [
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
    const forApproval = fittingReasons(confirm, 'confirm', of('approved'))
    assert.deepEqual(forApproval, ['decision_correct', 'document_genuine', 'provider_trouble'])
    assert.ok(!fittingReasons(confirm, 'confirm', of('declined')).includes('document_genuine'))
    assert.ok(fittingReasons(confirm, 'confirm', of('declined')).includes('document_forged'))
  })

  test('are all of them after an error, where nothing was decided', () => {
    for (const outcome of reviewOutcomes) {
      const all = outcomeReasons[outcome]
      assert.deepEqual(fittingReasons(all, outcome, of('error', 'fraud')), all)
    }
  })

  test('say whose face it is too only where fraud is suspected', () => {
    const { confirm, dispute, approved } = outcomeReasons
    const said = (known: Parameters<typeof fittingReasons>[0], ...about: [Outcome, Reviewed]) =>
      fittingReasons(known, ...about).filter((one) => one === 'same_person' || one === 'lookalike')
    const both = ['same_person', 'lookalike']
    assert.deepEqual(said(confirm, 'confirm', of('approved', 'late_result', 'fraud')), both)
    assert.deepEqual(said(dispute, 'dispute', of('error', 'error', 'fraud')), both)
    assert.deepEqual(said(approved, 'approved', of('pending', 'decision', 'fraud')), both)
    assert.deepEqual(said(confirm, 'confirm', of('approved', 'late_result')), [])
    assert.deepEqual(said(dispute, 'dispute', of('error', 'error')), ['same_person'])
    assert.deepEqual(said(approved, 'approved', of('pending', 'decision')), ['same_person'])
    assert.deepEqual(said(dispute, 'dispute', of('approved', 'fraud')), [])
    assert.ok(asksWhoTheyAre('confirm', of('approved', 'fraud')))
    assert.ok(!asksWhoTheyAre('dispute', of('approved', 'fraud')))
    assert.ok(!asksWhoTheyAre('confirm', of('approved', 'sample')))
  })
})
