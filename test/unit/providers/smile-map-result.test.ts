import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ProviderVerdict } from '../../../server/providers/provider.ts'
import { mapResult } from '../../../server/providers/smile-id/map-result.ts'
import { allPassed, statusOf } from './smile-answers.ts'

function verdictOf(result: unknown, envelope?: Record<string, unknown>): ProviderVerdict {
  const reply = mapResult(statusOf(result, envelope))
  assert.equal(reply.kind, 'final')
  if (reply.kind !== 'final') throw new Error('unreachable')
  assert.equal(reply.verdict.reasons.length === 0, reply.verdict.outcome === 'verified')
  assert.equal(reply.raw, result, 'the answer is handed on as it came')
  return reply.verdict
}

function outcomeOf(result: unknown, envelope?: Record<string, unknown>): string {
  const { outcome, reasons } = verdictOf(result, envelope)
  return [outcome, ...reasons].join(' ')
}

const everyStep = (word: string) =>
  Object.fromEntries(Object.keys(allPassed).map((name) => [name, word]))
const compareNotApplicable = { Selfie_To_ID_Card_Compare: 'Not Applicable' }

describe('an approval', () => {
  test('after a human review keeps the machine’s open word and is verified all the same', () => {
    const verdict = verdictOf({
      ResultCode: '0810',
      ResultText: 'Document Verified After Human Review',
      Actions: {
        Liveness_Check: 'Passed',
        Document_Check: 'Sent to Human Review',
        Human_Review_Document_Check: 'Passed',
        Human_Review_Compare: 'Not Applicable',
        Human_Review_Liveness_Check: 'Not Applicable',
        Verify_Document: 'Passed',
        Selfie_To_ID_Card_Compare: 'Completed',
        Return_Personal_Info: 'Returned',
        Register_Selfie: 'Approved',
      },
      FullName: 'AWA TESTOU',
      FirstName: 'AWA',
      LastName: 'TESTOU',
      OtherName: 'Not Available',
      IDNumber: '1990200100042',
      DOB: '1991-02-03',
      ExpirationDate: '2031-04-30',
    })
    assert.equal(verdict.outcome, 'verified')
    assert.deepEqual(verdict.checks, {
      document: 'passed',
      liveness: 'passed',
      faceMatch: 'passed',
    })
    assert.deepEqual(verdict.readings, {
      fullName: 'AWA TESTOU',
      firstName: 'AWA',
      lastName: 'TESTOU',
      idNumber: '1990200100042',
      dateOfBirth: '1991-02-03',
      expiresOn: '2031-04-30',
    })
  })

  const approval = (changed: Record<string, unknown>, rest: Record<string, unknown> = {}) => ({
    ResultCode: '0810',
    Actions: { ...allPassed, ...changed },
    ...rest,
  })

  const harmless: readonly (readonly [string, Record<string, unknown>])[] = [
    ['when every step passed', {}],
    ['whatever the case of the words', { Document_Check: 'PASSED', Liveness_Check: 'passed ' }],
    ['when liveness was not looked at: we send one selfie', { Liveness_Check: 'Not Done' }],
    ['when the face could not be enrolled', { Register_Selfie: 'Rejected' }],
    ['when readings are not returned', { Return_Personal_Info: 'Not Returned' }],
    ['when a step does not apply', { Verify_ID_Number: 'Not Applicable' }],
    [
      'when a human settled the faces',
      { Selfie_To_ID_Card_Compare: 'Provisionally Approved', Human_Review_Compare: 'Passed' },
    ],
    ['when a step with a new name passed', { Hologram_Check: 'Passed' }],
  ]
  for (const [what, changed] of harmless) {
    test(`stands ${what}`, () => assert.equal(outcomeOf(approval(changed)), 'verified'))
  }

  const contradictory: readonly (readonly [string, Record<string, unknown>])[] = [
    ['the document failed', { Document_Check: 'Failed' }],
    ['the document failed for a human', { Human_Review_Document_Check: 'Failed' }],
    ['the overall document check failed', { Verify_Document: 'failed' }],
    ['liveness failed', { Liveness_Check: 'FAILED' }],
    ['the faces differ', { Selfie_To_ID_Card_Compare: 'Rejected' }],
    ['the faces differ for a human', { Human_Review_Compare: 'Failed' }],
    ['a human could not decide', { Human_Review_Compare: 'Unable To Determine' }],
    ['a step still waits for a human', { Liveness_Check: 'Under Review' }],
    ['the faces were not compared', { Selfie_To_ID_Card_Compare: 'Not Done' }],
    ['the document was not looked at', { Document_Check: 'Not Done' }],
    ['a step with a new name failed', { Hologram_Check: 'Failed' }],
  ]
  for (const [what, changed] of contradictory) {
    test(`contradicts itself when ${what}`, () => {
      assert.equal(outcomeOf(approval(changed)), 'error provider_answer_contradictory')
    })
  }

  const unfounded: readonly (readonly [string, unknown])[] = [
    ['no steps are told', undefined],
    ['there are no steps', {}],
    ['readings were returned and nothing else was done', { Return_Personal_Info: 'Returned' }],
    ['nothing of it applies', everyStep('Not Applicable')],
    ['the issuer could not be asked', everyStep('Issuer Unavailable')],
    ['the issuer has no photo', everyStep('ID Authority Photo Not Available')],
    ['only the document was looked at', { Document_Check: 'Passed', Verify_Document: 'Passed' }],
    ['only the faces were compared', { Selfie_To_ID_Card_Compare: 'Completed' }],
    ['faces were compared to no document', { ...allPassed, ...compareNotApplicable }],
    ['only liveness was looked at', { Liveness_Check: 'Passed' }],
  ]
  for (const [what, Actions] of unfounded) {
    test(`is none when ${what}`, () => {
      const result = { ResultCode: '0810', Actions }
      for (const envelope of [{}, { job_success: true }]) {
        assert.equal(outcomeOf(result, envelope), 'error provider_answer_contradictory')
      }
    })
  }

  const sufficient: readonly Record<string, string>[] = [
    { Document_Check: 'Passed', Selfie_To_ID_Card_Compare: 'Completed' },
    { Verify_Document: 'Passed', Selfie_To_ID_Card_Compare: 'Completed' },
    { Human_Review_Document_Check: 'Passed', Human_Review_Compare: 'Passed' },
  ]
  for (const Actions of sufficient) {
    test(`stands on ${Object.keys(Actions).join(' and ')} alone`, () => {
      assert.equal(outcomeOf({ ResultCode: '0810', Actions }), 'verified')
    })
  }

  const unknown: readonly (readonly [string, Record<string, unknown>])[] = [
    ['a step has a word that nobody knows', { Liveness_Check: 'Looks fine' }],
    ['a step is no text', { Document_Check: true }],
    ['a step is called as an object’s own property', { Document_Check: 'constructor' }],
  ]
  for (const [what, changed] of unknown) {
    test(`is not accepted when ${what}`, () => {
      assert.equal(outcomeOf(approval(changed)), 'error provider_answer_unknown')
    })
  }

  test('is not accepted when the steps cannot be read at all', () => {
    const result = { ResultCode: '0810', Actions: ['Passed'] }
    assert.equal(outcomeOf(result), 'error provider_answer_unknown')
  })

  test('contradicts itself when the job counts as no success', () => {
    assert.equal(outcomeOf(approval({}), { job_success: true }), 'verified')
    const against = outcomeOf(approval({}), { job_success: 'false' })
    assert.equal(against, 'error provider_answer_contradictory')
  })

  test('says when the document expires, which is judged later', () => {
    const expiring = (day: string) => verdictOf(approval({}, { ExpirationDate: day }))
    assert.equal(expiring('2020-11-20').outcome, 'verified')
    assert.equal(expiring('2020-11-20').readings.expiresOn, '2020-11-20')
    assert.equal(expiring('NaN-NaN-NaN').readings.expiresOn, undefined)
    assert.equal(expiring('2026-02-30').readings.expiresOn, undefined, 'not a date')
  })
})

describe('a refusal', () => {
  const refusal = (code: string, changed: Record<string, unknown>) => ({
    ResultCode: code,
    Actions: { ...allPassed, Verify_Document: 'Failed', Register_Selfie: 'Rejected', ...changed },
  })

  const reasons: readonly (readonly [string, Record<string, unknown>, string])[] = [
    [
      'faces that differ',
      { Selfie_To_ID_Card_Compare: 'Failed', Human_Review_Compare: 'Failed' },
      'face_mismatch',
    ],
    ['faces that differ for a human', { Human_Review_Compare: 'Failed' }, 'face_mismatch'],
    [
      'faces that differ, of a document that a human found good',
      {
        Document_Check: 'Failed',
        Human_Review_Document_Check: 'Passed',
        Selfie_To_ID_Card_Compare: 'Failed',
      },
      'face_mismatch',
    ],
    ['liveness', { Liveness_Check: 'Failed' }, 'liveness_failed'],
    ['the document', { Document_Check: 'Failed' }, 'document_not_verified'],
    ['nothing in particular', {}, 'document_not_verified'],
    [
      'several steps',
      { Document_Check: 'Failed', Selfie_To_ID_Card_Compare: 'failed', Liveness_Check: 'Failed' },
      'document_not_verified face_mismatch liveness_failed',
    ],
  ]
  for (const [what, changed, expected] of reasons) {
    test(`with 0811 over ${what} says ${expected}`, () => {
      assert.equal(outcomeOf(refusal('0811', changed)), `not_verified ${expected}`)
    })
  }

  test('says which checks were made', () => {
    const faces = verdictOf(refusal('0811', { Selfie_To_ID_Card_Compare: 'Failed' }))
    assert.deepEqual(faces.checks, { document: 'passed', liveness: 'passed', faceMatch: 'failed' })
    const blurred = verdictOf({
      ResultCode: '0812',
      Actions: {
        Liveness_Check: 'Not Done',
        Document_Check: 'Not Done',
        Verify_Document: 'Failed',
        Selfie_To_ID_Card_Compare: 'Not Done',
      },
      IDType: 'Not Available',
    })
    assert.deepEqual(blurred.reasons, ['document_unreadable'])
    assert.deepEqual(blurred.checks, {
      document: 'failed',
      liveness: 'not_done',
      faceMatch: 'not_done',
    })
    assert.deepEqual(blurred.readings, {})
  })

  test('with everything passed is believed: a refusal needs no further witness', () => {
    assert.equal(
      outcomeOf({ ResultCode: '0811', Actions: allPassed }, { job_success: false }),
      'not_verified document_not_verified',
    )
  })

  test('of a job that counts as a success contradicts itself, an expired document aside', () => {
    const success = { job_success: true }
    assert.equal(outcomeOf(refusal('0811', {}), success), 'error provider_answer_contradictory')
    const expired = { ResultCode: '0817', Actions: allPassed, ExpirationDate: '2024-04-30' }
    assert.equal(outcomeOf(expired, success), 'not_verified document_expired')
    assert.equal(verdictOf(expired, success).readings.expiresOn, '2024-04-30')
  })

  test('over an unusable image is an error, whatever else the result says', () => {
    const result = { ResultCode: '0001', ResultText: 'ID Card image unusable', Actions: {} }
    assert.equal(outcomeOf(result, { job_success: true }), 'error images_unusable')
  })
})

describe('a job that is not finished', () => {
  const unfinished: readonly (readonly [string, unknown, Record<string, unknown>, string])[] = [
    ['says that no zip came', 'No zip uploaded yet', { job_complete: false }, 'not_uploaded'],
    ['answers with another sentence', 'Job is in queue', { job_complete: false }, 'processing'],
    ['has an empty result', {}, { job_complete: false }, 'processing'],
    ['has an empty result and counts as complete', {}, {}, 'processing'],
    ['has no result', undefined, { job_complete: false }, 'processing'],
    ['has a result without a code', { Actions: {} }, { job_complete: false }, 'processing'],
    ['has the code of a missing zip', {}, { code: 2314 }, 'not_uploaded'],
    ['is approved for now', { ResultCode: '0810' }, { job_complete: false }, 'provisional'],
    ['is refused for now', { ResultCode: '0811' }, { job_complete: false }, 'provisional'],
    ['has an unknown code for now', { ResultCode: '7777' }, { job_complete: false }, 'provisional'],
    [
      'does not say whether it is finished',
      { ResultCode: '0810' },
      { job_complete: 1 },
      'provisional',
    ],
    [
      'says in its result that it is not',
      { ResultCode: '0810', IsFinalResult: 'false' },
      {},
      'provisional',
    ],
  ]
  for (const [what, result, envelope, kind] of unfinished) {
    test(`and ${what} is ${kind}`, () => {
      assert.equal(mapResult(statusOf(result, envelope)).kind, kind)
    })
  }

  test('but complete, with a result that has no code, ends in error', () => {
    assert.equal(outcomeOf({ Actions: allPassed }), 'error provider_answer_unknown')
  })
})
