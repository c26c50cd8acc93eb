// Slow: takes half a second of processor time and more. reviews-queue.test.ts lists reviews in the fast lane.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notAgain } from '../../support/postgres.ts'
import { codeOf, confirm, proposed } from '../../support/scenes/review-steps.ts'
import { type Reviewer, startWork } from '../../support/scenes/work-scene.ts'

async function page(client: Reviewer, query: string) {
  const { data, text } = await client.get(`/reviews?${query}`)
  assert.ok(data.items, text)
  const ids = (data.items as { readonly id: string }[]).map(({ id }) => id)
  return { ids, next: data.next_cursor }
}

const idsOf = async (client: Reviewer, query: string) => (await page(client, query)).ids

test('the queue is filtered by several values at a time', async (t) => {
  const scene = await startWork(t, { settings: { SVC_REVIEW_DUE: '48h,error=1h' } })
  const { awa, omar } = scene
  const [differs, failed] = [await scene.queued(), await scene.queued('DEMO-ERROR')]
  const passport = await scene.verified('DEMO-MISMATCH', { id_type: 'passport' })
  const { data } = await awa.get(`/verifications/${passport}`)
  const travels = String((data.review as { readonly id: string }).id)
  const { review: waits } = await proposed(scene)
  await omar.post(`/reviews/${differs}/assign`, { assignee: omar.id })

  const filters = [
    ['', [failed, differs, travels]],
    ['state=waiting', [failed, differs, travels, waits]],
    ['cause=error', [failed]],
    ['cause=error,mismatch', [failed, differs, travels]],
    ['cause=mismatch&id_type=passport', [travels]],
    ['id_type=passport,voter_id', [travels]],
    ['country=SN,MA&state=waiting', [failed, differs, travels, waits]],
    ['country=MA', []],
    [`assignee=none`, [failed, travels]],
    [`assignee=none,${omar.id}`, [failed, differs, travels]],
    [`assignee=${awa.id},${omar.id}`, [differs]],
    [`state=mine&id_type=passport`, []],
    ['overdue=true', []],
  ] as const
  for (const [query, expected] of filters)
    assert.deepEqual(await idsOf(awa, query), expected, query)

  scene.clock.advance(3_600_000)
  const fatou = await scene.reviewer('fatou')
  for (const query of ['overdue=true', 'overdue=true&cause=error', 'overdue=true&state=waiting']) {
    assert.deepEqual(await idsOf(fatou, query), [failed], query)
  }
  for (const wrong of [
    'cause=error,nothing',
    'country=XX',
    'assignee=me',
    'overdue=1',
    'order=up',
  ]) {
    assert.equal(codeOf(await fatou.get(`/reviews?${wrong}`)), '400 invalid_request', wrong)
  }
})

test('the queue is sorted by reason and by assignee, page by page', async (t) => {
  const scene = await startWork(t)
  const { awa, omar } = scene
  const [first, failed, second, third] = [
    await scene.queued(),
    await scene.queued('DEMO-ERROR'),
    await scene.queued(),
    await scene.queued(),
  ]
  await omar.post(`/reviews/${first}/assign`, { assignee: omar.id })
  await awa.post(`/reviews/${second}/assign`, { assignee: awa.id })
  const names = await scene.appliance.db.reader.selectFrom('users').select(['id', 'name']).execute()
  const nameOf = (id: string) => names.find((user) => user.id === id)?.name ?? ''
  const assigned = nameOf(awa.id) < nameOf(omar.id) ? [second, first] : [first, second]
  const byAssignee = [failed, third, ...assigned]
  const whole = await idsOf(awa, 'order=assignee')
  assert.deepEqual(whole, byAssignee, 'unassigned first')
  const byReason = await idsOf(awa, 'order=reason')
  assert.ok([0, 3].includes(byReason.indexOf(failed)), 'equal reasons stand together')
  for (const [order, all] of [
    ['assignee', whole],
    ['reason', byReason],
  ] as const) {
    assert.deepEqual(await allPages(awa, `order=${order}&limit=1`), all)
  }
})

async function allPages(client: Reviewer, query: string): Promise<readonly string[]> {
  const { ids, next } = await page(client, query)
  if (next === null) return ids
  const [base = ''] = query.split('&cursor=')
  return [...ids, ...(await allPages(client, `${base}&cursor=${String(next)}`))]
}

test(
  'a lead selects all of a filter, and learns which reviews could not be assigned',
  notAgain,
  async (t) => {
    const scene = await startWork(t)
    const { awa, omar } = scene
    const lead = await scene.reviewer('lead', 'lead')
    const { review: waits } = await proposed(scene)
    const closed = await scene.queued('DEMO-ERROR')
    const open = await scene.queued()
    const path = '/reviews/matching?state=waiting'
    assert.equal(codeOf(await omar.get(path)), '403 missing_permission')
    const selected = await lead.get(path)
    assert.deepEqual(new Set(selected.data.ids as string[]), new Set([waits, closed, open]))
    assert.equal(selected.data.has_more, false)

    await omar.post(`/reviews/${closed}/claim`)
    await omar.post(`/reviews/${closed}/decide`, confirm)
    const asked = { ids: selected.data.ids, assignee: awa.id }
    const { data } = await lead.post('/reviews/assignments', asked)
    const left = data.left as { readonly id: string; readonly why: string }[]
    assert.equal(data.changed, 1)
    assert.deepEqual(
      new Set(left.map(({ id, why }) => `${id} ${why}`)),
      new Set([`${waits} second_person`, `${closed} closed`]),
    )
    const again = await lead.post('/reviews/assignments', { ids: [open], assignee: awa.id })
    assert.deepEqual((again.data.left as { why: string }[])[0]?.why, 'unchanged')
    const released = await lead.post('/reviews/assignments', { ids: [open], assignee: 'none' })
    assert.deepEqual(released.data, { changed: 1, left: [] })
  },
)
