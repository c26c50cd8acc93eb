// Slow: verifies once for each answer. unit/providers/smile-map-result.test.ts maps answers in the fast lane.
// Not again on PostgreSQL: test/store and flow/on-postgres.test.ts send its statements there.
//
// What live verifications make of answers that Smile ID's documentation and libraries have, and the demo does not.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sign } from '../../../server/providers/smile-id/signature.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { readDetail } from '../../support/running-appliance.ts'
import {
  type Answer,
  type Answering,
  credentials,
  type Detail,
  signedNow,
  startOddSmileId,
} from './odd-smile-id.ts'

const passed = {
  Liveness_Check: 'Passed',
  Document_Check: 'Passed',
  Verify_Document: 'Passed',
  Selfie_To_ID_Card_Compare: 'Completed',
  Return_Personal_Info: 'Returned',
  Register_Selfie: 'Approved',
}
const refused = { ...passed, Verify_Document: 'Failed', Register_Selfie: 'Rejected' }
const person = { FullName: 'AWA TESTOU', DOB: '1991-02-03', IDNumber: '1990199100042' }
const approved = { ResultCode: '0810', Actions: passed, Country: 'SN', ...person }

/** A complete job with this result, about the job that was asked about. */
const complete =
  (result: object, envelope: object = {}): Answering =>
  (_, job) => ({
    fields: { job_complete: true, result: { PartnerParams: job, ...result }, ...envelope },
  })

/** The answers to the first queries, in order, then the last. */
const inTurn =
  (...answers: readonly Answering[]): Answering =>
  (index, job, clock) =>
    (answers[index] ?? answers.at(-1))?.(index, job, clock) ?? { fields: {} }

const waiting =
  (result: unknown): Answering =>
  () => ({ fields: { job_complete: false, job_success: false, result } })

const error =
  (status: number, code: unknown): Answering =>
  (): Answer => ({ status, fields: { error: 'refused', code } })

/** Signed as of this time, which is a text or a number. */
const signedAs =
  (timestampOf: (nowMs: number) => string | number): Answering =>
  (index, job, clock) => {
    const timestamp = timestampOf(clock.now())
    const { fields } = complete(approved)(index, job, clock)
    return { fields: { ...fields, timestamp, signature: sign(credentials, String(timestamp)) } }
  }

type Case = readonly [what: string, answering: Answering, outcome: string]

const cases: readonly Case[] = [
  ['is signed with milliseconds since 1970', signedAs((nowMs) => nowMs), 'approved'],
  [
    'is signed with a time without its zone',
    signedAs((nowMs) => new Date(nowMs).toISOString().replace('Z', '')),
    'approved',
  ],
  [
    'has words for numbers and truth',
    complete({ ...approved, IsFinalResult: 'true' }, { job_complete: 'true', job_success: 'true' }),
    'approved',
  ],
  [
    'has its code as a number',
    complete({ ...approved, ResultCode: 810 }, { code: 2302 }),
    'approved',
  ],
  [
    'echoes its parameters as texts, with more beside them',
    (index, job, clock) =>
      complete({ ...approved, PartnerParams: { ...job, job_type: '6', tenant: 'null' } })(
        index,
        job,
        clock,
      ),
    'approved',
  ],
  [
    'has data of the issuer, receipts and links of shapes that change',
    complete(
      { ...approved, FullData: ['x'], KYCReceipt: 7, ImageLinks: 'none', ConfidenceValue: '99.9' },
      { history: [{ ResultCode: '0814' }, 'x', null], image_links: { error: 'no' } },
    ),
    'approved',
  ],
  [
    'shows the document, of a megabyte and a half',
    complete({ ...approved, Document: 'A'.repeat(1_500_000) }),
    'approved',
  ],
  [
    'has nothing to say of fraud',
    complete({ ...approved, Antifraud: 'Not Available' }),
    'approved',
  ],
  [
    'names suspects in the older form',
    complete({ ...approved, Antifraud: { SuspectUsers: [{ user_id: 'x', reason: 'y' }] } }),
    'error fraud_suspected',
  ],
  [
    'comes after a sentence, an empty result and two provisional ones',
    inTurn(
      waiting('Job is in queue'),
      waiting({}),
      waiting({ ResultCode: '0814', IsFinalResult: 'false' }),
      waiting({ ResultCode: '0815' }),
      complete({
        ...approved,
        Actions: {
          ...passed,
          Document_Check: 'Sent to Human Review',
          Human_Review_Document_Check: 'Passed',
        },
      }),
    ),
    'approved',
  ],
  [
    'comes after the job was unknown for a moment',
    inTurn(error(400, 2304), error(400, '2303'), complete(approved)),
    'approved',
  ],
  [
    'comes after errors of the system and of too many calls',
    inTurn(error(400, 2301), error(503, '2201'), error(429, undefined), complete(approved)),
    'approved',
  ],
  [
    'has a birth date that is none',
    complete({ ...approved, DOB: 'NaN-NaN-NaN' }),
    'approved date_of_birth:unclear',
  ],
  [
    'has the claimed number second',
    complete({ ...approved, IDNumber: 'SP0042317', Secondary_ID_Number: '1990199100042' }),
    'approved',
  ],
  [
    'has all three names, in parts',
    complete({
      ...approved,
      FullName: undefined,
      FirstName: 'AWA',
      OtherName: 'Not Available',
      LastName: 'TESTOU',
    }),
    'approved',
  ],
  [
    'is of a document that cannot be classified',
    complete({
      ResultCode: '0812',
      Actions: { ...refused, Document_Check: 'Not Done' },
      IDType: 'Not Available',
    }),
    'declined document_unreadable',
  ],
  [
    'is of a minor’s passport',
    complete({ ResultCode: '0816', Actions: refused }, { job_success: false }),
    'declined document_not_accepted',
  ],
  [
    'refuses for liveness, which a person had passed',
    complete({
      ResultCode: '0811',
      Actions: { ...refused, Liveness_Check: 'Failed', Human_Review_Liveness_Check: 'Passed' },
    }),
    'declined document_not_verified',
  ],
  [
    'could not ask the issuer',
    complete({ ResultCode: '1015', Actions: { Verify_ID_Number: 'Issuer Unavailable' } }),
    'error provider_answer_unknown',
  ],
  [
    'is of a product that is not activated',
    complete({ ResultCode: '1016' }),
    'error provider_misconfigured',
  ],
  ['says that a parameter is missing', error(400, '2213'), 'error provider_rejected_request'],
  [
    'is approved for now, for ever',
    complete({ ...approved, IsFinalResult: 'false' }),
    'error provider_undecided',
  ],
  [
    'has a step of another name that waits for a person',
    complete({ ...approved, Actions: { ...passed, Hologram_Check: 'Sent to Human Review' } }),
    'error provider_answer_contradictory',
  ],
]

function inWords({ status, reasons = [], checks }: Detail): string {
  const codes = (reasons as readonly { code: string }[]).map(({ code }) => code)
  const unclear = (checks as readonly { check: string; result: string }[])
    .filter(({ result }) => result === 'unclear')
    .map(({ check }) => `${check}:unclear`)
  return [status, ...codes, ...unclear].join(' ')
}

describe('a live verification whose answer', () => {
  const scene = openedBefore(startOddSmileId)

  for (const [what, answering, outcome] of cases) {
    test(`${what} ends as ${outcome}`, async () => {
      assert.equal(inWords(await scene.verify(answering)), outcome)
      assert.equal(scene.uploads(), 1)
    })
  }
})

describe('a callback', () => {
  const scene = openedBefore(startOddSmileId)

  /** Callbacks are no part of the API's description, so its client does not send them. */
  const callBack = async (type: string) => {
    const url = `${scene.app.url}/callbacks/smile-id/${scene.job().job_id}`
    const headers = { 'Content-Type': type }
    return (await fetch(url, { method: 'POST', headers, body: aboutSuspects() })).status
  }

  const aboutSuspects = () =>
    JSON.stringify({
      Antifraud: { SuspectUsers: [{ user_id: 'user001', reason: 'same-person' }] },
      ResultCode: '5211',
      PartnerParams: { ...scene.job(), job_type: '6' },
      ...signedNow(scene.app.clock),
    })

  test('that tells of suspects after the end is accepted, and changes nothing but the review', async () => {
    const { id } = await scene.verify(complete(approved))
    const before = await readDetail(scene.app.url, scene.app.liveKey, id)
    for (const type of ['application/json', 'application/json; charset=utf-8']) {
      assert.equal(await callBack(type), 200)
      await scene.app.server.jobs.idle()
      const { review, ...after } = await readDetail(scene.app.url, scene.app.liveKey, id)
      assert.deepEqual({ ...after, review: null }, before)
      assert.equal((review as { readonly state: string }).state, 'open')
    }
  })
})
