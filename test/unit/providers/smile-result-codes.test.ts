// Every result code that any source names, as the answer to a finished Document Verification: what it
// comes to, and that those of other products approve nothing.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ProviderReason } from '../../../server/providers/provider.ts'
import { mapResult } from '../../../server/providers/smile-id/map-result.ts'
import { allPassed, statusOf } from './smile-answers.ts'

const final: readonly (readonly [
  string,
  'verified' | 'not_verified' | 'error',
  ProviderReason?,
])[] = [
  ['0810', 'verified'],
  ['0811', 'not_verified', 'document_not_verified'],
  ['0812', 'not_verified', 'document_unreadable'],
  ['0813', 'not_verified', 'spoof_suspected'],
  ['0816', 'not_verified', 'document_not_accepted'],
  ['0817', 'not_verified', 'document_expired'],
  ['0907', 'not_verified', 'spoof_suspected'],
  ['0001', 'error', 'images_unusable'],
  ['0903', 'error', 'images_unusable'],
  ['5211', 'error', 'fraud_suspected'],
]

/** Of biometric checks, number look-ups, or documented for nothing that we order. */
const ofOtherProducts = [
  ...['0818', '0819', '0820', '0821', '0822', '0823', '0824', '0825'],
  ...['0840', '0841', '0842', '0843', '0844', '0846', '0908'],
  ...['0911', '0921', '0941', '0912', '0922', '0942'],
  ...['1210', '1220', '1240', '1211', '1221', '1241', '1212', '1222', '1242', '1213', '1214'],
  ...['1012', '1013', '1014', '1015', '1020', '1021', '1022', '1023'],
  ...['2201', '2202', '2203', '2204', '2205', '2207', '2208', '2209', '2210', '2211', '2212'],
  ...['2213', '2214', '2215', '2216', '2217', '2220', '2221', '2301', '2302', '2303', '2304'],
  ...[
    '2314',
    '2401',
    '2402',
    '2405',
    '2413',
    '2414',
    '9999',
    '0',
    '',
    'approved',
    'constructor',
    '__proto__',
  ],
]

describe('the result code of a finished document check', () => {
  for (const [code, outcome, reason] of final) {
    test(`${code} is ${outcome}${reason ? `, because ${reason}` : ''}`, () => {
      const reply = mapResult(statusOf({ ResultCode: code, Actions: allPassed }))
      assert.equal(reply.kind, 'final')
      assert.equal(reply.kind === 'final' && reply.verdict.outcome, outcome)
      assert.deepEqual(reply.kind === 'final' && reply.verdict.reasons, reason ? [reason] : [])
      assert.equal(reply.kind === 'final' && reply.verdict.resultCode, code)
    })
  }

  for (const code of ofOtherProducts) {
    test(`${code || '(empty)'} is not known here and ends in error`, () => {
      const reply = mapResult(statusOf({ ResultCode: code }, { job_success: true }))
      assert.equal(reply.kind === 'final' && reply.verdict.outcome, 'error')
      assert.deepEqual(reply.kind === 'final' && reply.verdict.reasons, ['provider_answer_unknown'])
    })
  }

  // 5210 and 5212 are Smile Secure's own: it found nobody, or could not run, which says nothing of the document.
  for (const code of ['0814', '0815', '5210', '5212']) {
    test(`${code} stays provisional, whether or not the job counts as complete`, () => {
      for (const job_complete of [true, false]) {
        const raw = { ResultCode: code }
        const reply = mapResult(statusOf(raw, { job_complete }))
        assert.deepEqual(reply, { kind: 'provisional', raw })
      }
    })
  }

  test('1016 says that the product is not switched on', () => {
    const raw = { ResultCode: '1016' }
    const reply = mapResult(statusOf(raw))
    assert.deepEqual(reply, {
      kind: 'refused',
      reason: 'provider_misconfigured',
      code: '1016',
      raw,
    })
  })

  test('is none if it can be no code, because it is stored in the clear', () => {
    for (const ResultCode of ['Awa Teranga', '0'.repeat(21), '0810\u202e', '08-10', '<b>']) {
      const reply = mapResult(statusOf({ ResultCode, Actions: allPassed }))
      assert.ok(reply.kind === 'final' && reply.verdict.resultCode === '')
      assert.deepEqual(reply.verdict.reasons, ['provider_answer_unknown'])
    }
  })

  test('is the same as a number, which has lost its zero', () => {
    const reply = mapResult(statusOf({ ResultCode: 810, Actions: allPassed }))
    assert.equal(reply.kind === 'final' && reply.verdict.outcome, 'verified')
    assert.equal(reply.kind === 'final' && reply.verdict.resultCode, '0810')
  })
})
