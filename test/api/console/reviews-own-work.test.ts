import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeOf, confirm, proposed } from '../../support/scenes/review-steps.ts'
import { type Reviewer, startWork } from '../../support/scenes/work-scene.ts'

interface Own {
  readonly id: string
  readonly kind: string
  readonly result: string
  readonly outcome: string
  readonly reason: string
  readonly worked_seconds: number
  readonly proposer: { readonly id: string } | null
  readonly second: { readonly id: string } | null
  readonly by: { readonly id: string } | null
}

async function listed(client: Reviewer, path: string) {
  const { data, text } = await client.get(`/reviews/${path}`)
  assert.ok(data.items, text)
  return { items: data.items as Own[], next: String(data.next_cursor) }
}

test('a reviewer reads what they decided and proposed, the time it took and what became of it', async (t) => {
  const scene = await startWork(t)
  const { awa, omar } = scene
  const rejected = await proposed(scene)
  await rejected.reject()
  const approved = await proposed(scene)
  await approved.approve()
  const waiting = await proposed(scene)
  const alone = await scene.queued()
  await awa.post(`/reviews/${alone}/claim`)
  scene.clock.advance(90_000)
  assert.equal(codeOf(await awa.post(`/reviews/${alone}/decide`, confirm)), '200')

  const { items } = await listed(awa, 'decisions')
  assert.deepEqual(
    items.map(({ outcome, result, second }) => [outcome, result, second?.id]),
    [
      ['confirm', 'final', undefined],
      ['dispute', 'proposed', undefined],
      ['dispute', 'approved', omar.id],
      ['dispute', 'rejected', omar.id],
    ],
  )
  assert.equal(items[0]?.worked_seconds, 90)
  assert.ok(waiting.review)
  const first = await listed(awa, 'decisions?limit=3')
  const rest = await listed(awa, `decisions?cursor=${first.next}`)
  assert.deepEqual([...first.items, ...rest.items], items)
  const answered = (await listed(omar, 'decisions')).items
  assert.deepEqual(
    answered.map(({ result, proposer, worked_seconds: time }) => [result, proposer?.id, time]),
    [
      ['approved', awa.id, null],
      ['rejected', awa.id, null],
    ],
  )
  const latest = await listed(omar, 'decisions?limit=1')
  const earlier = await listed(omar, `decisions?limit=1&cursor=${latest.next}`)
  assert.deepEqual([...latest.items, ...earlier.items], answered)
  const third = await scene.reviewer('third')
  assert.deepEqual((await listed(third, 'decisions')).items, [], 'only one’s own')
  assert.deepEqual((await listed(awa, 'decisions?environment=sandbox')).items, [])
})

test('what a reviewer answered stands where they answered it, not where it was proposed', async (t) => {
  const scene = await startWork(t)
  const { awa, omar } = scene
  const first = await proposed(scene)
  const second = await proposed(scene)
  const decide = async () => {
    scene.clock.advance(60_000)
    const id = await scene.queued()
    await omar.post(`/reviews/${id}/claim`)
    assert.equal(codeOf(await omar.post(`/reviews/${id}/decide`, confirm)), '200')
  }
  await decide()
  scene.clock.advance(60_000)
  await second.approve()
  await decide()
  scene.clock.advance(60_000)
  await first.reject()
  const all = (await listed(omar, 'decisions')).items
  assert.deepEqual(
    all.map(({ result }) => result),
    ['rejected', 'final', 'approved', 'final'],
  )
  const paged: Own[] = []
  let cursor = ''
  for (let page = 0; page < all.length; page += 1) {
    const { items, next } = await listed(omar, `decisions?limit=1${cursor}`)
    paged.push(...items)
    cursor = `&cursor=${next}`
  }
  assert.deepEqual(paged, all)
  // What became of a proposal does not move it in the list of its proposer.
  assert.deepEqual(
    (await listed(awa, 'decisions')).items.map(({ result }) => result),
    ['approved', 'rejected'],
  )
})

test('whose proposal was rejected gets a notice, until they mark it as read', async (t) => {
  const scene = await startWork(t)
  const { awa, omar } = scene
  const { reject } = await proposed(scene)
  await reject()
  const [notice, ...others] = (await listed(awa, 'notices')).items
  assert.deepEqual(
    [notice?.kind, notice?.by?.id, notice?.reason, others.length],
    ['rejected', omar.id, 'outcome_wrong', 0],
  )
  const unseen = async (client: Reviewer) => (await client.get('/reviews/waiting')).data.notices
  assert.deepEqual([await unseen(awa), await unseen(omar)], [1, 0])
  const ids = [notice?.id]
  assert.equal((await omar.post('/reviews/notices/seen', { ids })).data.seen, 0, 'not of others')
  assert.equal((await awa.post('/reviews/notices/seen', { ids })).data.seen, 1)
  assert.deepEqual((await listed(awa, 'notices')).items, [])
  assert.equal(await unseen(awa), 0)
})

test('whom a lead assigns a review gets a notice, until they claim it', async (t) => {
  const scene = await startWork(t)
  const { awa } = scene
  const lead = await scene.reviewer('lead', 'lead')
  const id = await scene.queued()
  await lead.post(`/reviews/${id}/assign`, { assignee: awa.id })
  const [notice] = (await listed(awa, 'notices')).items
  assert.deepEqual([notice?.kind, notice?.by?.id], ['assigned', lead.id])
  await awa.post(`/reviews/${id}/claim`)
  assert.deepEqual((await listed(awa, 'notices')).items, [])
})
