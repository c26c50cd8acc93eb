// Slow: starts an appliance with its outbound services for each outcome.
// Not again on PostgreSQL: test/store and flow/on-postgres.test.ts send its statements there.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { call } from '../../support/api-client.ts'
import { claimed, specimenForm } from '../../support/images/specimens.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { startAppliance } from '../../support/running-appliance.ts'

/** Steered by the document number (see the simulator), each ends as its row says. */
const outcomes: readonly (readonly [number: string, status: string, reason: string | undefined])[] =
  [
    ['1990199100042', 'approved', undefined],
    ['DEMO-DECLINED', 'declined', 'face_mismatch'],
    ['DEMO-ERROR', 'error', 'images_unusable'],
    ['DEMO-PROVISIONAL', 'approved', undefined],
    ['DEMO-MISMATCH', 'declined', 'name_mismatch'],
    ['DEMO-EXPIRED', 'declined', 'document_expired'],
    ['DEMO-SLOW', 'approved', undefined],
    ['DEMO-WALLET-EMPTY', 'error', 'provider_wallet_empty'],
    ['DEMO-UNREADABLE', 'declined', 'document_unreadable'],
    ['DEMO-NOT-ACCEPTED', 'declined', 'document_not_accepted'],
    ['DEMO-CONTRADICTION', 'error', 'provider_answer_contradictory'],
    ['DEMO-UNKNOWN-CODE', 'error', 'provider_answer_unknown'],
    ['DEMO-NO-READINGS', 'approved', undefined],
  ]

/** One of each status and of each kind of answer; the long lane ends in every way. */
const usual = [
  '1990199100042',
  'DEMO-ERROR',
  'DEMO-PROVISIONAL',
  'DEMO-MISMATCH',
  'DEMO-UNKNOWN-CODE',
]

describe('a live verification', () => {
  const app = openedBefore(startAppliance)

  const submit = (fields: Record<string, string> = claimed) =>
    call(`${app.url}/kyc/verify`, { key: app.liveKey, body: specimenForm(fields) })

  for (const [number, status, reason] of outcomes) {
    const lane = usual.includes(number) ? '' : ' (long)'
    test(`with number ${number} ends ${status}${reason ? ` because of ${reason}` : ''}${lane}`, async () => {
      const submitted = await submit({ ...claimed, id_number: number })
      assert.equal(submitted.status, 202)
      assert.equal(submitted.data.status, 'pending')
      const detail = await app.finish(String(submitted.data.id))
      assert.equal(detail.status, status)
      const codes = (detail.reasons as { code: string }[] | undefined)?.map(({ code }) => code)
      assert.deepEqual(codes, reason === undefined ? undefined : [reason])
    })
  }

  test('has the specified fields while pending, and no more than that', async () => {
    const { data } = await submit({ ...claimed, external_ref: 'customer 7' })
    assert.deepEqual(Object.keys(data), [
      'id',
      'status',
      'country',
      'id_type',
      'external_ref',
      'created_at',
      'completed_at',
      'score',
    ])
    assert.match(String(data.id), /^ver_[0-9a-z]{26}$/)
    assert.equal(data.completed_at, null)
    assert.equal(data.score, null)
    await app.finish(String(data.id))
  })

  test('shows the provider’s final answer unchanged', async () => {
    const submitted = await submit()
    const detail = await app.finish(String(submitted.data.id))
    const answer = detail.smile_result as Record<string, unknown>
    assert.equal(answer.ResultCode, '0810')
    assert.equal(answer.FullName, 'AWA TESTOU')
    assert.equal(answer.SmileJobID, app.simulator.ledger().at(-1)?.smileJobId)
  })

  test('leaves external_ref out when none was given, and says when scoring was skipped', async () => {
    const submitted = await submit({ ...claimed, score_requested: 'true' })
    assert.ok(!('external_ref' in submitted.data))
    assert.ok(!('metadata' in submitted.data))
    const detail = await app.finish(String(submitted.data.id))
    assert.equal(detail.score, null)
    assert.deepEqual(detail.metadata, { scoring_skipped: true, scoring_error: 'UNAVAILABLE' })
  })

  test('is asked for as soon as the provider calls back, not at the next poll', async () => {
    const before = app.clock.now()
    const submitted = await submit()
    const detail = await app.finish(String(submitted.data.id))
    assert.equal(Date.parse(String(detail.completed_at)) - before, 2000)
  })

  test('pays for one job each, whatever happened', () => {
    const paid = app.simulator.ledger().map((entry) => entry.paid)
    assert.ok(paid.length >= usual.length - 1)
    assert.ok(paid.every((count) => count <= 1))
  })
})
