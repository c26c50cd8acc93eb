// Slow: starts an appliance for each test. reviews-queue.test.ts lists reviews in the fast lane.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { notAgain } from '../../support/postgres.ts'
import { codeOf, confirm, proposed } from '../../support/scenes/review-steps.ts'
import { startWork, type WorkScene } from '../../support/scenes/work-scene.ts'

async function listed(scene: WorkScene, query: string, client = scene.awa) {
  const { data, text } = await client.get(`/reviews?${query}`)
  assert.ok(data.items, text)
  return (data.items as { id: string }[]).map(({ id }) => id)
}

/** Ids of all pages of one review each. */
async function turnedPages(scene: WorkScene, query: string, client = scene.awa) {
  const seen: string[] = []
  let from = ''
  while (true) {
    const { data, text } = await client.get(`/reviews?${query}&limit=1${from}`)
    assert.ok(data.items, text)
    seen.push(...(data.items as { id: string }[]).map(({ id }) => id))
    if (data.next_cursor === null) return seen
    from = `&cursor=${data.next_cursor}`
  }
}

describe('the list of the queue', () => {
  test('shows each with its verification, without personal data', notAgain, async (t) => {
    const scene = await startWork(t)
    await scene.queued()
    const { data, text } = await scene.awa.get('/reviews')
    const [only] = data.items as { verification: object }[]
    assert.deepEqual(only?.verification, {
      status: 'declined',
      country: 'SN',
      id_type: 'national_id',
      external_ref: null,
      reasons: ['name_mismatch'],
      checks: [{ check: 'name', result: 'failed' }],
      findings: [],
      score: null,
    })
    assert.doesNotMatch(text, /Awa Testou|DEMO-MISMATCH/)
  })

  test('shows by cause and by reviewer, in every state', notAgain, async (t) => {
    const scene = await startWork(t)
    const { review: disputed, approve } = await proposed(scene)
    const failed = await scene.queued('DEMO-ERROR')
    assert.deepEqual(await listed(scene, 'cause=error'), [failed])
    assert.deepEqual(await listed(scene, 'cause=mismatch'), [])
    assert.deepEqual(await listed(scene, 'state=proposed&cause=mismatch'), [disputed])
    await approve()
    for (const { id } of [scene.awa, scene.omar]) {
      assert.deepEqual(await listed(scene, `state=closed&reviewer=${id}`), [disputed])
    }
    assert.deepEqual(await listed(scene, 'state=closed&cause=error'), [])
    assert.deepEqual(await listed(scene, 'state=closed&outcome=dispute'), [disputed])
    assert.deepEqual(await listed(scene, 'state=closed&outcome=confirm,dispute'), [disputed])
    assert.deepEqual(await listed(scene, 'state=closed&outcome=confirm,approved'), [])
    const byOmar = `state=closed&outcome=dispute&reviewer=${scene.omar.id}`
    assert.deepEqual(await listed(scene, byOmar), [disputed])
    await scene.omar.post(`/reviews/${failed}/claim`)
    assert.deepEqual(await listed(scene, `reviewer=${scene.omar.id}`), [failed])
    assert.deepEqual(await listed(scene, `reviewer=${scene.awa.id}`), [])
  })

  test(
    'shows as mine what I hold, proposed or am to answer, until it is closed',
    notAgain,
    async (t) => {
      const scene = await startWork(t)
      const { review, approve } = await proposed(scene, { checker_id: scene.omar.id })
      const other = await scene.queued('DEMO-ERROR')
      assert.deepEqual(await listed(scene, 'state=mine'), [review])
      assert.deepEqual(await listed(scene, 'state=mine', scene.omar), [review])
      await scene.awa.post(`/reviews/${other}/claim`)
      assert.deepEqual(await listed(scene, 'state=mine&order=waiting'), [review, other])
      await approve()
      scene.clock.advance(11 * 60_000)
      assert.deepEqual(await listed(scene, 'state=mine'), [])
    },
  )

  test('names reviewers that have left in what they closed', notAgain, async (t) => {
    const scene = await startWork(t)
    const id = await scene.queued()
    await scene.awa.post(`/reviews/${id}/claim`)
    await scene.awa.post(`/reviews/${id}/decide`, confirm)
    const { db } = scene.appliance
    const left = { state: 'disabled' } as const
    await db.write((trx) =>
      trx.updateTable('users').set(left).where('id', '=', scene.awa.id).execute(),
    )
    const { data } = await scene.omar.get('/reviews?state=closed')
    const [only] = data.items as { decision: { decided_by: { name: string } } }[]
    assert.equal(only?.decision.decided_by.name, 'The reviewer')
  })

  test('is paged by cause and by reviewer, and lists no review twice', async (t) => {
    const scene = await startWork(t)
    const ids: string[] = []
    for (const number of ['DEMO-MISMATCH', 'DEMO-ERROR', 'DEMO-MISMATCH']) {
      ids.push(await scene.queued(number))
    }
    const [first, , third] = ids
    const turned = (query: string, client = scene.awa) => turnedPages(scene, query, client)
    assert.deepEqual(await turned('cause=mismatch'), [first, third])
    for (const id of [first, third]) {
      await scene.awa.post(`/reviews/${id}/claim`)
      await scene.awa.post(`/reviews/${id}/decide`, { ...confirm, checker_id: scene.omar.id })
    }
    assert.deepEqual(await turned('state=mine', scene.omar), [first, third])
    const both = `state=mine&reviewer=${scene.omar.id}&cause=mismatch`
    assert.deepEqual(await turned(both), [first, third])
    for (const id of [first, third]) {
      const { data } = await scene.omar.get(`/reviews/${id}`)
      const { id: proposal_id } = data.proposal as { readonly id: string }
      await scene.omar.post(`/reviews/${id}/approve`, { proposal_id })
    }
    for (const { id } of [scene.awa, scene.omar]) {
      assert.deepEqual(await turned(`state=closed&reviewer=${id}&cause=mismatch`), [third, first])
    }
    assert.deepEqual(await turned('state=closed&cause=mismatch'), [third, first])
    assert.deepEqual(await listed(scene, 'cause=mismatch'), [])
  })

  test('shows closed reviews by when they were closed, the last one first', async (t) => {
    const scene = await startWork(t)
    const [first, second, third] = [
      await scene.queued(),
      await scene.queued('DEMO-EXPIRED'),
      await scene.queued(),
    ]
    for (const [id, client] of [
      [second, scene.awa],
      [third, scene.omar],
      [first, scene.awa],
    ] as const) {
      scene.clock.advance(60_000)
      await client.post(`/reviews/${id}/claim`)
      assert.equal((await client.post(`/reviews/${id}/decide`, confirm)).status, 200)
    }
    assert.deepEqual(await turnedPages(scene, 'state=closed'), [first, third, second])
    assert.deepEqual(await listed(scene, 'state=closed'), [first, third, second])
    assert.deepEqual(await turnedPages(scene, 'state=closed&cause=mismatch'), [first, third])
    const byAwa = `state=closed&reviewer=${scene.awa.id}`
    assert.deepEqual(await turnedPages(scene, byAwa), [first, second])
    scene.clock.advance(93 * 24 * 60 * 60_000)
    const old = await scene.reviewer('late')
    assert.deepEqual(await listed(scene, 'state=closed', old), [first, third, second])
    assert.deepEqual(await listed(scene, 'state=closed&cause=mismatch', old), [])
  })

  test('refuses a filter that is none', notAgain, async (t) => {
    const scene = await startWork(t)
    for (const query of ['state=late', 'cause=bad', 'reviewer=awa', 'outcome=upheld']) {
      assert.equal(codeOf(await scene.awa.get(`/reviews?${query}`)), '400 invalid_request')
    }
  })
})

test('the page knows which outcomes need a second user', notAgain, async (t) => {
  for (const [mode, expected] of [
    ['never', { confirm: false, dispute: false, approved: false, declined: false }],
    ['disputes', { confirm: false, dispute: true, approved: true, declined: false }],
    ['always', { confirm: true, dispute: true, approved: true, declined: true }],
  ] as const) {
    const scene = await startWork(t, { settings: { SVC_REVIEW_FOUR_EYES: mode } })
    const { data } = await scene.awa.get('/reviews/codes')
    assert.deepEqual(data.second_person, expected)
  }
})
