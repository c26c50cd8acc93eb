import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mapResult } from '../../../server/providers/smile-id/map-result.ts'
import { allPassed, statusOf } from './smile-answers.ts'

const approval = { ResultCode: '0810', Actions: allPassed }

function outcomeOf(Antifraud: unknown, result: object = approval): string {
  const reply = mapResult(statusOf({ ...result, Antifraud }))
  if (reply.kind !== 'final') return reply.kind
  return [reply.verdict.outcome, ...reply.verdict.reasons].join(' ')
}

const suspect = { user_id: 'another-user', reasons: ['same-person'] }

const suspicions: readonly (readonly [string, unknown])[] = [
  ['fraud is detected', { summary: { fraud_detected: true, fraud_sources: ['smile_secure'] } }],
  ['fraud is detected, as a word', { summary: { fraud_detected: 'True' } }],
  ['sources are named alone', { summary: { fraud_sources: ['smile_secure'] } }],
  ['suspects are named', { smile_secure: { ResultCode: '5210', SuspectUsers: [suspect] } }],
  ['only the code says so', { summary: null, smile_secure: { ResultCode: 5211 } }],
  ['suspects are named in the older form', { SuspectUsers: [{ ...suspect, reason: 'x' }] }],
  [
    'the summary denies what it names as sources',
    { summary: { fraud_detected: false, fraud_sources: ['blocklist'] } },
  ],
  [
    'the summary denies what its parts say',
    { summary: { fraud_detected: false }, smile_secure: { SuspectUsers: [suspect] } },
  ],
]

const innocent: readonly (readonly [string, unknown])[] = [
  ['nothing is said of fraud', undefined],
  ['it is null', null],
  ['it is not available', 'Not Available'],
  ['it is blank', ' '],
  ['it is not available, in capitals', 'NOT AVAILABLE'],
  ['its flag is blank', { summary: { fraud_detected: '' } }],
  [
    'no fraud is detected, whatever else is said',
    { summary: { fraud_detected: false }, device: { rooted: 'no' } },
  ],
  ['it is empty', {}],
  ['no fraud is detected', { summary: { fraud_detected: false, fraud_sources: [] } }],
  ['no fraud is detected, as a word', { summary: { fraud_detected: 'false' } }],
  ['the search found nobody', { smile_secure: { ResultCode: '5210', SuspectUsers: [] } }],
  ['the search did not run', { smile_secure: { ResultCode: '5212', SuspectUsers: null } }],
  ['its parts are not available', { summary: 'Not Available', smile_secure: null }],
]

const unreadable: readonly unknown[] = [
  'fraud',
  true,
  [],
  { summary: { fraud_detected: 'perhaps' } },
  { summary: 'clear' },
  { blocklist: { hit: true } },
  { Summary: { fraud_detected: true } },
  { summary: { risk: 'high' } },
  { smile_secure: { ResultCode: '5210', related: ['user-1'] } },
  { smile_secure: { SuspectUsers: 'user001' } },
]

describe('an approval beside which', () => {
  for (const [what, antifraud] of suspicions) {
    test(`${what} is suspected of fraud`, () =>
      assert.equal(outcomeOf(antifraud), 'error fraud_suspected'))
  }

  for (const [what, antifraud] of innocent) {
    test(`${what} stands`, () => assert.equal(outcomeOf(antifraud), 'verified'))
  }

  for (const antifraud of unreadable) {
    test(`${JSON.stringify(antifraud)} is said of fraud is not understood`, () => {
      assert.equal(outcomeOf(antifraud), 'error provider_answer_unknown')
    })
  }
})

describe('fraud that is detected', () => {
  const detected = { summary: { fraud_detected: true, fraud_sources: ['smile_secure'] } }

  test('counts before a step that failed, and before the end of the document', () => {
    const contradictory = { ...approval, Actions: { ...allPassed, Document_Check: 'Failed' } }
    assert.equal(outcomeOf(detected, contradictory), 'error fraud_suspected')
    const expiredSince = { ...approval, ExpirationDate: '2024-04-30' }
    assert.equal(outcomeOf(detected, expiredSince), 'error fraud_suspected')
    assert.equal(outcomeOf(detected, { ...approval, ResultCode: '0817' }), 'error fraud_suspected')
  })

  test('leaves a refusal what it is, and a result that is not final', () => {
    const refusal = { ...approval, ResultCode: '0812' }
    assert.equal(outcomeOf(detected, refusal), 'not_verified document_unreadable')
    assert.equal(outcomeOf(detected, { ResultCode: '0814' }), 'provisional')
  })

  test('may come as a result of its own', () => {
    const result = { ResultCode: '5211', ResultText: 'Suspect Users Found' }
    assert.equal(outcomeOf({ SuspectUsers: [suspect] }, result), 'error fraud_suspected')
  })
})

describe('a suspicion that names users with the same face', () => {
  const verdictOf = (Antifraud: unknown, result: object = approval) => {
    const reply = mapResult(statusOf({ ...result, Antifraud }))
    assert.equal(reply.kind, 'final')
    return reply.kind === 'final' ? reply.verdict.unlessKnown : undefined
  }
  const older = { user_id: 'user-1', reason: 'same-person' }
  const newer = { user_id: 'user-2', reasons: ['same-person'] }
  const secure = { ResultCode: '5211', SuspectUsers: [newer] }

  test('says what the verdict is if they are all the customer', () => {
    const approved = (users: readonly string[]) => ({ users, outcome: 'verified', reasons: [] })
    assert.deepEqual(verdictOf({ SuspectUsers: [older, newer] }), approved(['user-1', 'user-2']))
    const summary = { fraud_detected: true, fraud_sources: ['smile_secure'] }
    assert.deepEqual(verdictOf({ summary, smile_secure: secure }), approved(['user-2']))
    assert.deepEqual(verdictOf({ SuspectUsers: [older] }, { ...approval, ResultCode: '0817' }), {
      users: ['user-1'],
      outcome: 'not_verified',
      reasons: ['document_expired'],
    })
  })

  test('stands whoever they are where something else is suspicious, or not known', () => {
    const many = Array.from({ length: 101 }, (_, index) => ({ ...older, user_id: `user-${index}` }))
    for (const antifraud of [
      { SuspectUsers: [older, { user_id: 'user-3', reason: 'device' }] },
      { SuspectUsers: [{ ...older, reasons: ['same-person', 'device'] }] },
      { SuspectUsers: [{ ...older, fraud_type: 'blocked' }] },
      { SuspectUsers: [older], blocklist: { hit: true } },
      { SuspectUsers: [{ user_id: 'user-3' }] },
      { SuspectUsers: [{ reason: 'same-person' }] },
      { SuspectUsers: ['user-3'] },
      { SuspectUsers: many },
      { summary: { fraud_detected: true, fraud_sources: ['device'] }, smile_secure: secure },
      { summary: { fraud_detected: true } },
      { smile_secure: { ResultCode: '5211' } },
    ]) {
      assert.equal(verdictOf(antifraud), undefined, JSON.stringify(antifraud))
    }
  })

  test('is none beside a refusal', () => {
    assert.equal(
      verdictOf({ SuspectUsers: [older] }, { ...approval, ResultCode: '0812' }),
      undefined,
    )
  })
})
