import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventBody } from '../../../server/events/event.ts'
import { verificationEvent } from '../../../server/verifications/verification-event-json.ts'
import { aScore } from '../../support/score.ts'
import { aVerification } from '../../support/verification.ts'

const createdAt = Date.UTC(2026, 10, 21, 9)
const completedAt = createdAt + 12_345
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
    assert.equal(
      JSON.stringify(payload),
      JSON.stringify({
        id: verification.id,
        status: 'approved',
        country: 'SN',
        id_type: 'passport',
        external_ref: 'ref 1',
        created_at: '2026-11-21T09:00:00.000Z',
        completed_at: '2026-11-21T09:00:12.345Z',
        score: null,
      }),
    )
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
          payload: {
            id: verification.id,
            status,
            country: 'SN',
            id_type: 'passport',
            external_ref: 'ref 1',
            created_at: '2026-11-21T09:00:00.000Z',
            completed_at: '2026-11-21T09:00:12.345Z',
            score: null,
            reasons: [
              {
                code: 'face_mismatch',
                message: 'The selfie and the portrait on the document show different faces.',
                retry_allowed: true,
              },
            ],
          },
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
