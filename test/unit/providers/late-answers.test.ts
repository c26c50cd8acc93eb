import assert from 'node:assert/strict'
import { test } from 'node:test'
import { saysSame } from '../../../server/providers/smile-id/late-answers.ts'

const known = { user_id: 'user-1', reason: 'same-person' }

function reportOf(...suspects: readonly unknown[]) {
  return searchOf({ SuspectUsers: suspects })
}

function searchOf(Antifraud: object) {
  const PartnerParams = { user_id: 'user', job_id: 'job', job_type: 6 }
  return { SmileJobID: '1', ResultCode: '5211', PartnerParams, Antifraud }
}

const cases: readonly (readonly [what: string, one: object, other: object, isSame: boolean])[] = [
  [
    'the order of users',
    reportOf(known, { ...known, user_id: 'user-2' }),
    reportOf({ ...known, user_id: 'user-2' }, known),
    true,
  ],
  [
    'the form that names a user',
    reportOf(known),
    searchOf({
      smile_secure: { SuspectUsers: [{ user_id: 'user-1', reasons: ['same-person'] }] },
    }),
    true,
  ],
  ['another user', reportOf(known), reportOf({ ...known, user_id: 'user-2' }), false],
  ['another reason', reportOf(known), reportOf({ ...known, reason: 'blocked' }), false],
  ['more about a user', reportOf(known), reportOf({ ...known, blocked: true }), false],
  [
    'a suspicion of another kind beside it',
    reportOf(known),
    searchOf({ SuspectUsers: [known], device: { blocked: true } }),
    false,
  ],
  ['users that are texts', reportOf('user-1'), reportOf('user-2'), false],
  [
    'two suspicions of unknown kinds',
    searchOf({ summary: { fraud_detected: true }, device: 'blocked' }),
    searchOf({ summary: { fraud_detected: true }, identity: 'blocked' }),
    false,
  ],
]

for (const [what, one, other, isSame] of cases) {
  test(`${what} ${isSame ? 'makes no other report' : 'makes another report'}`, () => {
    assert.equal(saysSame(one, other), isSame)
    assert.equal(saysSame(other, one), isSame)
  })
}
