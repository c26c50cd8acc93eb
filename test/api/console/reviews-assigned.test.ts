// Slow: starts an appliance for each test. reviews-queue.test.ts hands out reviews in the fast lane.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addUser, openConsole } from '../../support/console-client.ts'
import { notAgain } from '../../support/postgres.ts'
import { codeOf, confirm, proposed } from '../../support/scenes/review-steps.ts'
import { startWork, type WorkScene } from '../../support/scenes/work-scene.ts'

async function leadOf({ appliance, server }: WorkScene) {
  const { id } = await addUser(appliance, 'lead', 'lead@bank.example')
  const client = openConsole(server)
  await client.signIn('lead@bank.example')
  return Object.assign(client, { id })
}

async function listed({ awa }: WorkScene, query: string) {
  const { data, text } = await awa.get(`/reviews?${query}`)
  assert.ok(data.items, text)
  return (data.items as { id: string }[]).map(({ id }) => id)
}

describe('an assigned review', () => {
  test('is claimed by its assignee only, before those that are unassigned', notAgain, async (t) => {
    const scene = await startWork(t)
    const [first, second] = [await scene.queued(), await scene.queued()]
    const assign = { assignee: scene.omar.id }
    assert.equal(codeOf(await scene.omar.post(`/reviews/${second}/assign`, assign)), '200')
    assert.equal(codeOf(await scene.awa.post(`/reviews/${second}/claim`)), '409 conflict')
    const next = await scene.omar.post('/reviews/next')
    assert.equal((next.data.review as { id: string }).id, second)
    await scene.omar.post(`/reviews/${second}/decide`, confirm)
    const other = await scene.omar.post('/reviews/next', { after: second })
    assert.equal((other.data.review as { id: string }).id, first)
    assert.equal((await scene.awa.post('/reviews/next')).data.review, null)
  })

  test('is taken from somebody by a lead only, which ends their claim', notAgain, async (t) => {
    const scene = await startWork(t)
    const id = await scene.queued()
    const lead = await leadOf(scene)
    const path = `/reviews/${id}/assign`
    const other = { assignee: scene.omar.id }
    await scene.awa.post(path, { assignee: scene.awa.id })
    await scene.awa.post(`/reviews/${id}/claim`)
    assert.equal(codeOf(await scene.omar.post(path, other)), '409 conflict')
    assert.equal(codeOf(await scene.awa.post(path, other)), '409 conflict')
    const { data } = await lead.post(path, other)
    const { assignee, claim } = data as { assignee: { id: string }; claim: unknown }
    assert.deepEqual([assignee.id, claim], [scene.omar.id, null])
    const released = await lead.post(path, { assignee: 'none' })
    assert.equal(released.data.assignee, null, released.text)
    assert.equal(codeOf(await scene.awa.post(`/reviews/${id}/claim`)), '200')
  })

  test('is free for all once its assignee decides no reviews any more', notAgain, async (t) => {
    const scene = await startWork(t)
    const id = await scene.queued()
    await scene.omar.post(`/reviews/${id}/assign`, { assignee: scene.omar.id })
    const disabled = { state: 'disabled' } as const
    await scene.appliance.db.write((trx) =>
      trx.updateTable('users').set(disabled).where('id', '=', scene.omar.id).execute(),
    )
    const next = await scene.awa.post('/reviews/next')
    assert.equal((next.data.review as { id: string }).id, id, 'it is the next one of the others')
    assert.equal(codeOf(await scene.awa.post(`/reviews/${id}/claim`)), '200')
  })

  test('that was proposed is answered by its assignee only', notAgain, async (t) => {
    const scene = await startWork(t)
    const { review, approve, reject } = await proposed(scene)
    const lead = await leadOf(scene)
    await lead.post(`/reviews/${review}/assign`, { assignee: lead.id })
    assert.equal(codeOf(await approve()), '409 conflict')
    assert.equal(codeOf(await reject()), '409 conflict')
    assert.equal(codeOf(await approve(lead)), '200')
  })

  test(
    'is the next one of its assignee, though it was reserved for whose proposal was rejected',
    notAgain,
    async (t) => {
      const scene = await startWork(t)
      const { review, reject } = await proposed(scene)
      await reject()
      const lead = await leadOf(scene)
      const { data } = await lead.post(`/reviews/${review}/assign`, { assignee: scene.omar.id })
      assert.equal(data.kept_for, null)
      const next = await scene.omar.post('/reviews/next')
      assert.equal((next.data.review as { id: string } | null)?.id, review)
    },
  )

  test('that waits for a second person is not assigned to its proposer', notAgain, async (t) => {
    const scene = await startWork(t)
    const { review } = await proposed(scene)
    const lead = await leadOf(scene)
    const answer = await lead.post(`/reviews/${review}/assign`, { assignee: scene.awa.id })
    assert.equal(codeOf(answer), '403 second_person_required')
  })

  test('is assigned with others at once, each with its audit entry, by leads only', async (t) => {
    const scene = await startWork(t)
    const ids = [await scene.queued(), await scene.queued('DEMO-EXPIRED')]
    const asked = { ids, assignee: scene.awa.id }
    const refused = await scene.omar.post('/reviews/assignments', asked)
    assert.equal(codeOf(refused), '403 missing_permission')
    const lead = await leadOf(scene)
    assert.equal((await lead.post('/reviews/assignments', asked)).data.changed, 2)
    assert.equal((await lead.post('/reviews/assignments', asked)).data.changed, 0)
    assert.deepEqual((await listed(scene, `assignee=${scene.awa.id}`)).toSorted(), ids.toSorted())
    assert.deepEqual(await listed(scene, 'assignee=none'), [])
    const rows = await scene.appliance.db.reader
      .selectFrom('audit_entries')
      .select('action')
      .where('action', '=', 'review.assigned')
      .execute()
    assert.equal(rows.length, 2)
  })
})

test('the queue lists what is due first, page by page, and counts what is overdue', async (t) => {
  const scene = await startWork(t, { settings: { SVC_REVIEW_DUE: '48h,error=1h' } })
  const ids = [await scene.queued(), await scene.queued('DEMO-ERROR'), await scene.queued()]
  const [first, failed, last] = ids
  assert.deepEqual(await listed(scene, ''), [failed, first, last])
  assert.deepEqual(await listed(scene, 'order=waiting'), ids)
  const { data } = await scene.awa.get('/reviews?limit=1')
  const rest = await listed(scene, `cursor=${String(data.next_cursor)}`)
  assert.deepEqual(rest, [first, last])
  scene.clock.advance(3_600_000)
  const again = await scene.reviewer('fatou')
  assert.equal((await again.get('/reviews/counts')).data.overdue, 1)
  assert.deepEqual((await again.get('/reviews/waiting')).data, { open: 3, overdue: 1, notices: 0 })
  const sandbox = await again.get('/reviews/waiting?environment=sandbox')
  assert.deepEqual(sandbox.data, { open: 0, overdue: 0, notices: 0 })
})
