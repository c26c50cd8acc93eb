import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notAgain } from '../../support/postgres.ts'
import { codeOf } from '../../support/scenes/review-steps.ts'
import { type Reviewer, startWork } from '../../support/scenes/work-scene.ts'

interface Listed {
  readonly id: string
  readonly name: string
  readonly own: boolean
  readonly removable: boolean
  readonly filter: Readonly<Record<string, string>>
}

async function listed(client: Reviewer, list = 'reviews'): Promise<readonly Listed[]> {
  const { data, text } = await client.get(`/saved-filters/${list}`)
  assert.ok(data.items, text)
  return data.items as Listed[]
}

const late = { name: 'Late in Senegal', filter: { overdue: 'true', country: 'SN,MA' } }

test('a saved filter is its owner’s alone until they share it, and others may use but not change it', async (t) => {
  const scene = await startWork(t)
  const saved = await scene.awa.post('/saved-filters/reviews', late)
  assert.equal(codeOf(saved), '201', saved.text)
  const path = `/saved-filters/reviews/${String(saved.data.id)}`
  assert.deepEqual(await listed(scene.omar), [])
  assert.equal(
    codeOf(await scene.omar.send('PATCH', path, { json: { name: 'Mine' } })),
    '404 not_found',
  )
  assert.deepEqual(await listed(scene.awa, 'verifications'), [], 'of another list')

  assert.equal((await scene.awa.send('PATCH', path, { json: { shared: true } })).data.shared, true)
  const [seen] = await listed(scene.omar)
  assert.deepEqual([seen?.name, seen?.own, seen?.filter], [late.name, false, late.filter])
  assert.equal(
    codeOf(await scene.omar.send('PATCH', path, { json: { name: 'Mine' } })),
    '409 conflict',
  )
  assert.equal(codeOf(await scene.omar.send('DELETE', path)), '409 conflict')

  const lead = await scene.reviewer('lead', 'lead')
  assert.equal((await listed(lead))[0]?.removable, true)
  assert.equal(codeOf(await lead.send('DELETE', path)), '200')
  assert.deepEqual(await listed(scene.awa), [])
  const rows = await scene.appliance.db.reader
    .selectFrom('audit_entries')
    .select(['action', 'subject_id', 'details'])
    .where('action', 'in', ['user.filter_saved', 'user.filter_changed', 'user.filter_removed'])
    .orderBy('sequence')
    .execute()
  assert.deepEqual(
    rows.map(({ action, subject_id: owner }) => [action, owner]),
    ['saved', 'changed', 'removed'].map((act) => [`user.filter_${act}`, scene.awa.id]),
  )
  assert.doesNotMatch(rows.map(({ details }) => details).join(), /Senegal/)
})

test(
  'a saved filter has a name of its own, at most 60 characters, and no free text',
  notAgain,
  async (t) => {
    const { awa, omar } = await startWork(t)
    const path = '/saved-filters/verifications'
    const declined = {
      name: 'Declined',
      filter: { status: 'declined', dates: '2026-01-01..2026-02-01' },
    }
    assert.equal(codeOf(await awa.post(path, declined)), '201')
    assert.equal(codeOf(await awa.post(path, { ...declined, name: ' Declined ' })), '409 conflict')
    assert.equal(codeOf(await omar.post(path, declined)), '201', 'names are per user')
    for (const [fault, param] of [
      [{ name: 'é'.repeat(61) }, 'name'],
      [{ name: ' ' }, 'name'],
      [{ name: 'a\0b' }, 'name'],
      [{ name: 'a\u202eb' }, 'name'],
      [{ filter: { external_ref: 'customer-1' } }, 'filter'],
      [{ filter: { status: 'Awa Ndiaye' } }, 'filter.status'],
      [{ filter: {} }, 'filter'],
      [{ filter: 'status=declined' }, 'filter'],
      [{ shared: 'yes' }, 'shared'],
    ] as const) {
      const { error, status } = await awa.post(path, { ...declined, name: 'Other', ...fault })
      assert.deepEqual([status, error?.code, error?.param], [400, 'invalid_request', param])
    }
  },
)

test('a user saves at most 50 filters', notAgain, async (t) => {
  const { awa } = await startWork(t)
  for (let number = 0; number < 50; number += 1) {
    const list = number % 2 === 0 ? 'reviews' : 'verifications'
    const filter = { country: 'SN' }
    const saved = await awa.post(`/saved-filters/${list}`, { name: `No ${number}`, filter })
    assert.equal(codeOf(saved), '201')
  }
  const more = await awa.post('/saved-filters/reviews', late)
  assert.equal(codeOf(more), '409 conflict')
  const [first] = await listed(awa)
  await awa.send('DELETE', `/saved-filters/reviews/${first?.id}`)
  assert.equal(codeOf(await awa.post('/saved-filters/reviews', late)), '201')
})
