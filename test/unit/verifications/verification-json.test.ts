import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { scoreJson } from '../../../server/api/scores/score-api.ts'
import {
  listedVerificationJson,
  verificationDetailJson,
  verificationJson,
} from '../../../server/api/verifications/verification-json.ts'
import { eventBody } from '../../../server/events/event.ts'
import { verificationEvent } from '../../../server/verifications/completion/verification-event-json.ts'
import { reasonCodes, reasons } from '../../../server/verifications/reasons.ts'
import type { Verification } from '../../../server/verifications/verification.ts'
import { aScore } from '../../support/score.ts'
import { aVerification } from '../../support/verification.ts'

const createdAt = Date.UTC(2026, 10, 21, 9)
const completedAt = createdAt + 12_345
const mismatch = {
  code: 'face_mismatch',
  message: 'The selfie and the portrait on the document show different faces.',
  retry_allowed: true,
}

/** The wire shape of one with the reference `ref 1` that ended, in the order of the contract. */
const endedJson = (id: string, status: string) => ({
  id,
  status,
  country: 'SN',
  id_type: 'passport',
  external_ref: 'ref 1',
  created_at: '2026-11-21T09:00:00.000Z',
  completed_at: '2026-11-21T09:00:12.345Z',
  score: null,
})

describe('a verification on the wire', () => {
  test('while it is pending has what there is: absent is left out, not yet is null', () => {
    const verification = aVerification({ createdAt })
    assert.deepEqual(verificationJson(verification), {
      id: verification.id,
      status: 'pending',
      country: 'SN',
      id_type: 'passport',
      created_at: '2026-11-21T09:00:00.000Z',
      completed_at: null,
      score: null,
    })
  })

  test('once approved says when, and gives back the reference of the client', () => {
    const approved = aVerification({ status: 'approved', externalRef: 'ref 1', completedAt })
    assert.deepEqual(verificationJson(approved), endedJson(approved.id, 'approved'))
  })

  for (const status of ['declined', 'error'] as const) {
    test(`that ended in ${status} gives its reasons, in order, each with what to do`, () => {
      const ended = aVerification({
        status,
        completedAt,
        reasons: ['face_mismatch', 'spoof_suspected'],
      })
      assert.deepEqual(verificationJson(ended).reasons, [
        mismatch,
        {
          code: 'spoof_suspected',
          message: 'The photos seem to be manipulated.',
          retry_allowed: false,
        },
      ])
    })
  }

  test('gives no reasons where the status needs none', () => {
    for (const status of ['pending', 'approved'] as const) {
      assert.ok(!('reasons' in verificationJson(aVerification({ status }))))
    }
  })

  test('carries metadata exactly when scoring was skipped', () => {
    const ended = { status: 'approved', completedAt } as const
    const skipped = verificationJson(aVerification({ ...ended, scoring: { state: 'skipped' } }))
    assert.deepEqual(skipped.metadata, { scoring_skipped: true, scoring_error: 'UNAVAILABLE' })
    assert.equal(skipped.score, null)
    const others = [
      aVerification(ended),
      aVerification({ scoring: { state: 'requested' } }),
      aVerification({ ...ended, status: 'error', scoring: { state: 'requested' } }),
      aVerification({ ...ended, scoring: { state: 'attached', score: aScore() } }),
    ]
    for (const one of others) assert.ok(!('metadata' in verificationJson(one)), one.scoring.state)
  })

  test('carries the whole score, once there is one', () => {
    const score = aScore({ score: 740 })
    const scoring = { state: 'attached', score } as const
    const scored = aVerification({ status: 'approved', completedAt, scoring })
    assert.deepEqual(verificationJson(scored).score, scoreJson(score))
  })

  test('never shows whose key it was, nor the findings in the images', () => {
    const finding = { role: 'front', code: 'image_dark', figure: 1, limit: 2, unit: 'x' } as const
    const written = JSON.stringify(
      verificationDetailJson(opened(aVerification({ findings: [finding] }), undefined)),
    )
    assert.ok(!written.includes('key_') && !written.includes('image_dark'))
  })
})

function opened(verification: Verification, providerAnswer: unknown) {
  return { verification, review: undefined, providerAnswer, zone: undefined }
}

describe('the review of a verification', () => {
  const ended = aVerification({ status: 'declined', completedAt, reasons: ['name_mismatch'] })

  test('is null where there is none', () => {
    assert.equal(listedVerificationJson(ended, undefined).review, null)
  })

  test('has no outcome until it is closed, and then says upheld or overturned', () => {
    const causes = ['declined', 'mismatch']
    for (const state of ['open', 'proposed'] as const) {
      const waiting = { state, causes, outcome: null, reason_codes: [], closed_at: null }
      assert.deepEqual(listedVerificationJson(ended, { state, causes }).review, waiting)
    }
    for (const [outcome, name] of [
      ['confirm', 'upheld'],
      ['dispute', 'overturned'],
    ] as const) {
      const reasons = ['spelling_variant']
      const closedAt = completedAt + 1_000
      const review = { state: 'closed', causes, outcome, reasons, closedAt } as const
      const json = listedVerificationJson(ended, review)
      assert.deepEqual(json.review, {
        state: 'closed',
        causes,
        outcome: name,
        reason_codes: reasons,
        closed_at: new Date(completedAt + 1_000).toISOString(),
      })
      assert.equal(json.status, 'declined')
    }
  })
})

describe('the detail of a verification', () => {
  test('adds the checks, and the provider’s answer as it came', () => {
    const checks = [{ check: 'name', result: 'unclear' }] as const
    const answer = { ResultCode: '0810', Nested: { Left: [1, null, 'x'] } }
    const approved = aVerification({ status: 'approved', completedAt, checks })
    const detail = verificationDetailJson(opened(approved, answer))
    assert.deepEqual(detail, {
      ...verificationJson(approved),
      review: null,
      checks,
      document: null,
      smile_result: answer,
    })
  })

  test('has an empty object for an answer that is not there', () => {
    for (const none of [undefined, null]) {
      assert.deepEqual(verificationDetailJson(opened(aVerification(), none)).smile_result, {})
    }
  })
})

describe('reasons', () => {
  for (const code of reasonCodes) {
    test(`${code} has a stable name and a sentence for people`, () => {
      assert.match(code, /^[a-z]+(_[a-z]+)*$/)
      assert.match(reasons[code].message, /^[A-Z].*\.$/)
      // Each country takes other kinds of documents.
      assert.doesNotMatch(reasons[code].message, /passport|voter|national/i)
    })
  }
})

const ended = { createdAt, completedAt, externalRef: 'ref 1' } as const
const passed = [
  { check: 'document', result: 'passed' },
  { check: 'liveness', result: 'passed' },
] as const

const scorings = [{ state: 'not_requested' }, { state: 'skipped' }] as const
const attached = { state: 'attached', score: aScore() } as const

describe('the event data of a verification', () => {
  test('that is approved: the plain body, field for field, in the order of the contract', () => {
    const verification = aVerification({ ...ended, status: 'approved', checks: passed })
    const { type, payload } = verificationEvent(verification)
    assert.equal(type, 'verification.completed')
    const expected = endedJson(verification.id, 'approved')
    assert.equal(JSON.stringify(payload), JSON.stringify(expected))
  })

  const scores = {
    requested: [{ state: 'requested' }, null],
    skipped: [{ state: 'skipped' }, null],
    attached: [
      { state: 'attached', score: aScore({ id: 'scr_1', score: 549, confidence: 0.25 }) },
      {
        id: 'scr_1',
        score: 549,
        band: 'medium',
        bandDescription: 'Moderate risk',
        confidence: 0.25,
      },
    ],
  } as const
  for (const [state, [scoring, score]] of Object.entries(scores))
    test(`that is approved and asked for a score, which is ${state}: the scored body, field for field`, () => {
      const asked = { ...ended, status: 'approved', checks: passed, scoring } as const
      const verification = aVerification(asked)
      const { type, payload } = verificationEvent(verification)
      assert.equal(type, 'verification.completed')
      assert.equal(
        JSON.stringify(payload),
        JSON.stringify({
          verificationId: verification.id,
          status: 'approved',
          externalRef: 'ref 1',
          completedAt: '2026-11-21T09:00:12.345Z',
          livenessCheckPassed: true,
          documentVerified: true,
          score,
        }),
      )
    })

  for (const result of ['failed', 'unclear', 'not_done'] as const) {
    test(`the scored body does not call a check passed that is ${result}`, () => {
      const checks = [
        { check: 'document', result },
        { check: 'liveness', result },
      ] as const
      const asked = { ...ended, status: 'approved', checks, scoring: { state: 'skipped' } } as const
      const { payload } = verificationEvent(aVerification(asked))
      assert.equal('livenessCheckPassed' in payload && payload.livenessCheckPassed, false)
      assert.equal('documentVerified' in payload && payload.documentVerified, false)
    })
  }

  for (const status of ['declined', 'error'] as const) {
    for (const scoring of [...scorings, attached]) {
      test(`that ended in ${status}, its score ${scoring.state}: the plain body with reasons`, () => {
        const reasons = ['face_mismatch'] as const
        const verification = aVerification({ ...ended, status, reasons, scoring })
        assert.deepEqual(verificationEvent(verification), {
          type: 'verification.failed',
          payload: { ...endedJson(verification.id, status), reasons: [mismatch] },
        })
      })
    }
  }

  test('leaves the reference out where the client gave none, in both shapes', () => {
    for (const scoring of scorings) {
      const plain = { status: 'approved', createdAt, completedAt, scoring } as const
      const { payload } = verificationEvent(aVerification(plain))
      assert.ok(!('external_ref' in payload) && !('externalRef' in payload))
    }
  })

  test('is nothing while it is pending', () => {
    assert.throws(() => verificationEvent(aVerification()))
  })

  test('comes in an envelope of id, event, data and the instant of the event', () => {
    const event = { id: 'evt_1', type: 'verification.completed', createdAt } as const
    assert.equal(
      eventBody(event, { id: 'ver_1', external_ref: 'Élodie' }).toString('utf8'),
      '{"id":"evt_1","event":"verification.completed","data":{"id":"ver_1","external_ref":"Élodie"},"timestamp":"2026-11-21T09:00:00.000Z"}',
    )
  })
})
