import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decisionOn } from '../../../server/demo/invented/decisions.ts'

type Decided = Parameters<typeof decisionOn>[0]

const approved: Decided = { status: 'approved', reasons: [], findings: [], checks: [] }
const declined = (reason: Decided['reasons'][number]): Decided => ({
  ...approved,
  status: 'declined',
  reasons: [reason],
})
const altered: Decided = {
  ...approved,
  checks: [{ check: 'mrz_date_of_birth', result: 'failed' }],
}

test('an invented reviewer never calls a wholly different name a spelling', () => {
  const { outcome, reasons } = decisionOn(declined('name_mismatch'), true)
  assert.deepEqual([outcome, reasons], ['dispute', ['same_person']])
  assert.deepEqual(decisionOn(declined('name_mismatch'), false).reasons, ['claims_wrong'])
})

test('an invented reviewer objects only to what the images contradict', () => {
  assert.equal(decisionOn(altered, true).reasons[0], 'document_forged')
  assert.equal(decisionOn(declined('document_not_verified'), true).outcome, 'dispute')
  for (const right of [approved, declined('face_mismatch'), declined('document_expired')]) {
    assert.equal(decisionOn(right, true).outcome, 'confirm')
  }
})
