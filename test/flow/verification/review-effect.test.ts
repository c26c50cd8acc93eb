// Slow: starts an appliance for each test. staff-decision.test.ts closes reviews in the fast lane.

import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { eraseAgain } from '../../../server/erasure/erase-again.ts'
import type { ErasureEntry } from '../../../server/erasure/erasure.ts'
import { newId } from '../../../server/kernel/ids.ts'
import { call } from '../../support/api-client.ts'
import { notAgain } from '../../support/postgres.ts'
import { startLedgerReceiver } from '../../support/scenes/delivery-scene.ts'
import { confirm, proposed } from '../../support/scenes/review-steps.ts'
import { startWork, type WorkScene } from '../../support/scenes/work-scene.ts'

async function read(scene: WorkScene, id: unknown) {
  return (await call(`${scene.url}/kyc/verifications/${id}`, { key: scene.liveKey })).data
}

async function listedWith(scene: WorkScene, query: string): Promise<readonly unknown[]> {
  const url = `${scene.url}/kyc/verifications?${query}`
  const { data } = await call(url, { key: scene.liveKey })
  return (data.items as Record<string, unknown>[]).map(({ id }) => id)
}

/** A review that Awa has claimed, and a receiver of `review.closed`. */
async function closable(t: TestContext) {
  const scene = await startWork(t)
  const receiver = await startLedgerReceiver(t, scene.clock)
  const json = { url: `${receiver.url}/hook`, events: ['review.closed'] }
  await call(`${scene.url}/webhooks`, { key: scene.liveKey, json })
  const review = await scene.queued()
  await scene.awa.post(`/reviews/${review}/claim`)
  const close = async () => {
    const { status, text } = await scene.awa.post(`/reviews/${review}/decide`, confirm)
    assert.equal(status, 200, text)
  }
  return { scene, receiver, close, verificationId: await verificationOf(scene, review) }
}

/** As the ledger of a backup has it, which is newer than the database. */
function erasureOf(verificationId: string, at: number): ErasureEntry {
  return {
    id: newId('era', at),
    verification_id: verificationId,
    environment: 'live',
    country: 'SN',
    status: 'declined',
    submitted_at: at,
    erased_at: at,
    reason: 'subject_request',
    ground: 'subject_request',
    floor_ended_at: null,
    by_kind: 'cli',
    by_id: null,
    requested_by: null,
    approval_id: null,
    authority_reference: null,
    counts: {
      data_keys: 1,
      images: 2,
      events: 0,
      provider_answers: 1,
      zone_readings: 0,
      face_comparisons: 0,
      late_results: 0,
      index_entries: 1,
      scores: 0,
      review_notes: 0,
    },
    digests: {
      data_key: null,
      claims: 'a'.repeat(64),
      provider_answer: null,
      zone_reading: null,
      face_comparison: null,
      late_results: null,
      images: null,
    },
  }
}

async function verificationOf(scene: WorkScene, review: string): Promise<string> {
  const { data } = await scene.awa.get(`/reviews/${review}`)
  return String(data.verification_id)
}

describe('a review, for the client that submitted the verification', () => {
  test('shows its state, and its outcome only once a second person has approved it', async (t) => {
    const scene = await startWork(t)
    const approvedId = await scene.verified()
    const { review, approve } = await proposed(scene)
    const id = await verificationOf(scene, review)
    const causes = ['declined', 'mismatch']
    const waiting = { state: 'proposed', causes, outcome: null, reason_codes: [], closed_at: null }
    assert.deepEqual((await read(scene, id)).review, waiting)
    assert.deepEqual(await listedWith(scene, 'review_state=proposed'), [id])
    const inConsole = await scene.awa.get('/verifications?review_state=proposed')
    assert.deepEqual(
      (inConsole.data.items as { id: string }[]).map((one) => one.id),
      [id],
    )
    assert.deepEqual(await listedWith(scene, 'review_state=closed'), [])

    scene.clock.advance(60_000)
    await approve()
    const detail = await read(scene, id)
    assert.equal(detail.status, 'declined')
    assert.deepEqual(detail.review, {
      state: 'closed',
      causes,
      outcome: 'overturned',
      reason_codes: ['spelling_variant'],
      closed_at: new Date(scene.clock.now()).toISOString(),
    })
    assert.deepEqual(await listedWith(scene, 'review_state=proposed'), [])
    assert.deepEqual(await listedWith(scene, 'review_state=closed&status=declined'), [id])
    assert.deepEqual(await listedWith(scene, 'review_state=closed&status=approved'), [])
    assert.equal((await read(scene, approvedId)).review, null)
  })

  test('goes back to open when a proposal is rejected', notAgain, async (t) => {
    const scene = await startWork(t)
    const { review, reject } = await proposed(scene)
    const id = await verificationOf(scene, review)
    await reject()
    assert.deepEqual(await listedWith(scene, 'review_state=open'), [id])
    assert.deepEqual(await listedWith(scene, 'review_state=proposed'), [])
  })

  test('is an event of its own, sent when it closes, to those who asked for it', async (t) => {
    const scene = await startWork(t)
    const receiver = await startLedgerReceiver(t, scene.clock)
    const register = (path: string, events: readonly string[]) =>
      call(`${scene.url}/webhooks`, {
        key: scene.liveKey,
        json: { url: `${receiver.url}${path}`, events },
      })
    await register('/reviews', ['review.closed'])
    await register('/outcomes', ['verification.completed', 'verification.failed'])
    const { data: other } = await call(`${scene.url}/webhooks`, { key: scene.liveKey })
    assert.equal((other.items as unknown[]).length, 2)

    const { review, approve } = await proposed(scene)
    const id = await verificationOf(scene, review)
    await scene.server.deliveries.idle()
    const sent = () => receiver.arrivals.map(({ path, json }) => `${path} ${json.event}`)
    assert.deepEqual(sent(), ['/outcomes verification.failed'])

    await approve()
    await scene.server.deliveries.idle()
    assert.deepEqual(sent().slice(1), ['/reviews review.closed'])
    const closedAt = new Date(scene.clock.now()).toISOString()
    const body = receiver.arrivals.at(-1)
    const { reasons, external_ref } = await read(scene, id)
    assert.deepEqual(body?.json.data, {
      verification_id: id,
      ...(external_ref === undefined ? {} : { external_ref }),
      status: 'declined',
      outcome: 'overturned',
      reason_codes: ['spelling_variant'],
      closed_at: closedAt,
      reasons,
    })
    for (const name of ['awa', 'omar', 'Testou']) assert.ok(!body?.body.includes(name), name)
  })

  test('that one person may close is an event as well', notAgain, async (t) => {
    const scene = await startWork(t)
    const receiver = await startLedgerReceiver(t, scene.clock)
    const json = { url: `${receiver.url}/hook`, events: ['review.closed'] }
    await call(`${scene.url}/webhooks`, { key: scene.liveKey, json })
    const review = await scene.queued()
    await scene.awa.post(`/reviews/${review}/claim`)
    await scene.awa.post(`/reviews/${review}/decide`, confirm)
    await scene.server.deliveries.idle()
    const outcomes = receiver.arrivals.map(({ json: { data } }) => data.outcome)
    assert.deepEqual(outcomes, ['upheld'])
  })

  test('is sent even if the data key of the verification does not open any more', async (t) => {
    const { scene, receiver, close } = await closable(t)
    await scene.appliance.db.write(async (trx) => {
      await trx
        .updateTable('data_keys')
        .set({ wrapped: Buffer.alloc(60, 1) })
        .execute()
    })
    await close()
    await scene.server.deliveries.idle()
    assert.deepEqual(
      receiver.arrivals.map(({ json }) => json.event),
      ['review.closed'],
    )
  })

  test('is silent once the person was erased', async (t) => {
    const { scene, receiver, close, verificationId } = await closable(t)
    await eraseAgain(scene.appliance.db, [erasureOf(verificationId, scene.clock.now())])
    await close()
    await scene.server.deliveries.idle()
    assert.deepEqual(receiver.arrivals, [])
  })

  test('refuses a state that there is not', notAgain, async (t) => {
    const scene = await startWork(t)
    const url = `${scene.url}/kyc/verifications?review_state=done`
    const { status, error } = await call(url, { key: scene.liveKey })
    assert.equal(status, 400)
    assert.match(error.message, /^review_state must be one of open, proposed, closed/)
  })
})
