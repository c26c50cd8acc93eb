import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newId } from '../../../server/kernel/ids.ts'
import { causesOf, isDrawn } from '../../../server/reviews/queue-policy.ts'
import type { Verification } from '../../../server/verifications/verification.ts'
import { scored } from '../../support/console-verifications.ts'
import { aVerification } from '../../support/verification.ts'

const finding = { role: 'front', code: 'image_blurred', figure: 1, limit: 2, unit: 'x' } as const

const rows: readonly (readonly [about: string, more: Partial<Verification>, causes: string])[] = [
  ['pending', { status: 'pending', findings: [finding] }, 'decision finding'],
  ['approved and clean', { status: 'approved' }, ''],
  ['approved with a good score', { status: 'approved', scoring: scored(300) }, ''],
  ['approved with a low score', { status: 'approved', scoring: scored(299) }, 'low_band'],
  ['declined', { status: 'declined' }, 'declined'],
  ['in error', { status: 'error' }, 'error'],
  [
    'whose provider suspects fraud',
    { status: 'error', reasons: ['fraud_suspected'] },
    'error fraud',
  ],
  ['approved with a poor picture', { status: 'approved', findings: [finding] }, 'finding'],
  [
    'declined for its name',
    { status: 'declined', checks: [{ check: 'name', result: 'failed' }] },
    'declined mismatch',
  ],
  [
    'approved in doubt about a date',
    { status: 'approved', checks: [{ check: 'date_of_birth', result: 'unclear' }] },
    'doubt',
  ],
  [
    'approved without a check of liveness',
    { status: 'approved', checks: [{ check: 'liveness', result: 'unclear' }] },
    '',
  ],
  ['of the sandbox', { environment: 'sandbox', status: 'declined', scoring: scored(1) }, ''],
]

const known = (samplePercent: number, isNumberReused = false) => ({ samplePercent, isNumberReused })

test('a verification with a reused number waits, whatever its outcome, but in the sandbox', () => {
  const reused = (more: Partial<Verification>) => causesOf(aVerification(more), known(0, true))
  assert.deepEqual(reused({ status: 'approved' }), ['reused_number'])
  assert.deepEqual(reused({ status: 'error' }), ['error', 'reused_number'])
  assert.deepEqual(reused({ status: 'approved', environment: 'sandbox' }), [])
})

for (const [about, more, causes] of rows) {
  test(`a verification ${about} waits for ${causes || 'nobody'}`, () => {
    assert.equal(causesOf(aVerification(more), known(0)).join(' '), causes)
  })
}

describe('the random sample', () => {
  test('takes all or none at its ends, and of approved ones only', () => {
    assert.deepEqual(causesOf(aVerification({ status: 'approved' }), known(100)), ['sample'])
    assert.deepEqual(causesOf(aVerification({ status: 'declined' }), known(100)), ['declined'])
  })

  test('draws about as many as it says, and the same ones again', () => {
    const ids = Array.from({ length: 5000 }, () => newId('ver', 0))
    const drawn = ids.filter((id) => isDrawn(id, 10))
    assert.ok(drawn.length > 350 && drawn.length < 650, String(drawn.length))
    assert.deepEqual(
      drawn,
      ids.filter((id) => isDrawn(id, 10)),
    )
    assert.equal(
      drawn.every((id) => isDrawn(id, 11)),
      true,
    )
  })
})
