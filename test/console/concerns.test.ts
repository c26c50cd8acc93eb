import assert from 'node:assert/strict'
import { test } from 'node:test'
import { concernsOf } from '../../console/pages/reviews/concerns.ts'
import type { QueuedReviewJson } from '../../server/reviews/review-json.ts'

type Verification = QueuedReviewJson['verification']

function toldOf(causes: QueuedReviewJson['causes'], more: Partial<Verification>) {
  const verification: Verification = {
    status: 'declined',
    country: 'SN',
    id_type: 'national_id',
    external_ref: null,
    reasons: [],
    checks: [],
    findings: [],
    score: null,
    ...more,
  }
  const review = { causes, verification } as QueuedReviewJson
  return concernsOf(review).map((concern) => Object.values(concern).join(' '))
}

test('a claim that differs is one point, whether a check or a reason says so', () => {
  const checks: Verification['checks'] = [{ check: 'name', result: 'failed' }]
  const once = ['reason name_mismatch']
  assert.deepEqual(toldOf(['declined', 'mismatch'], { reasons: ['name_mismatch'], checks }), once)
  assert.deepEqual(toldOf(['error', 'mismatch'], { checks }), once)
})

test('the most important comes first: reasons, doubts, images, score, why a review was requested', () => {
  const told = toldOf(['declined', 'doubt', 'finding', 'low_band', 'asked'], {
    reasons: ['document_expired', 'face_mismatch'],
    checks: [
      { check: 'face_match', result: 'failed' },
      { check: 'name', result: 'unclear' },
    ],
    findings: [{ role: 'front', code: 'image_glare' }],
    score: 212,
  })
  assert.deepEqual(told, [
    'reason document_expired',
    'reason face_mismatch',
    'doubt name',
    'fault front image_glare',
    'score 212',
    'cause asked',
  ])
})

test('a score that is no cause of the review is no point', () => {
  assert.deepEqual(toldOf(['sample'], { status: 'approved', score: 812 }), ['cause sample'])
})
