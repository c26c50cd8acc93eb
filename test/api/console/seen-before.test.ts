// Slow: starts an appliance for each test. search.test.ts finds by number in the fast lane.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SeenBeforeJson } from '../../../server/console-api/verifications/seen-before-json.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { destroyRows } from '../../../server/erasure/destroy-rows.ts'
import { call } from '../../support/api-client.ts'
import { claimed } from '../../support/images/specimens.ts'
import { notAgain } from '../../support/postgres.ts'
import { startWork, type WorkScene } from '../../support/scenes/work-scene.ts'

const number = claimed.id_number

async function seenBefore(scene: WorkScene, id: string): Promise<SeenBeforeJson> {
  const { status, data, text } = await scene.awa.get(`/verifications/${id}/seen-before`)
  assert.equal(status, 200, text)
  return data as unknown as SeenBeforeJson
}

async function causesOf(scene: WorkScene, id: string): Promise<readonly string[]> {
  const { data } = await scene.awa.get(`/verifications/${id}`)
  return (data.review as { readonly causes: readonly string[] } | null)?.causes ?? []
}

const born = (date_of_birth: string) => ({ date_of_birth })
const named = (first_name: string) => ({ first_name })

describe('seen before', () => {
  test(
    'lists the verifications with the same number, newest first, with their outcomes',
    notAgain,
    async (t) => {
      const scene = await startWork(t)
      const first = await scene.verified()
      scene.clock.advance(1000)
      const declined = await scene.verified('DEMO-MISMATCH')
      const second = await scene.verified(`${number.slice(0, 4)} ${number.slice(4)}`)
      await scene.verified('DEMO-EXPIRED')
      const { data } = await scene.awa.get(`/verifications/${declined}`)
      const review = (data.review as { readonly id: string }).id
      const again = await scene.verified('DEMO-MISMATCH')
      await scene.awa.post(`/reviews/${review}/claim`)
      const decision = { outcome: 'confirm', reasons: ['decision_correct'] }
      await scene.awa.post(`/reviews/${review}/decide`, decision)

      const { items, is_more, reuse } = await seenBefore(scene, first)
      assert.deepEqual(
        items.map(({ id, status, match, review: one }) => [id, status, match, one]),
        [[second, 'approved', 'id_number', null]],
      )
      assert.deepEqual([is_more, reuse], [false, null])
      const looks = await scene.audited(first)
      assert.deepEqual(
        looks.filter(([action]) => action === 'verification.seen_before_viewed'),
        [['verification.seen_before_viewed', { count: 1 }]],
      )
      const [earlier] = (await seenBefore(scene, again)).items
      assert.deepEqual(
        [earlier?.id, earlier?.review],
        [declined, { state: 'closed', outcome: 'confirm' }],
      )
    },
  )

  test('lists the same reference only if the number is another one', async (t) => {
    const scene = await startWork(t)
    const ref = { external_ref: 'customer 7' }
    const first = await scene.verified(number, ref)
    const same = await scene.verified(number, ref)
    const other = await scene.verified('DEMO-EXPIRED', ref)
    await scene.verified('DEMO-EXPIRED', { external_ref: 'customer 8' })
    const found = (await seenBefore(scene, first)).items
    assert.ok(found.every((one) => one.external_ref === 'customer 7'))
    assert.deepEqual(
      found.map(({ id, match }) => [id, match]),
      [
        [other, 'external_ref'],
        [same, 'id_number'],
      ],
    )
  })

  test('never crosses environments, nor shows what was compared', notAgain, async (t) => {
    const scene = await startWork(t)
    const json = { ...claimed, date_of_birth: '1960-01-31' }
    await call(`${scene.url}/kyc/sandbox/verify`, { key: scene.sandboxKey, json })
    const id = await scene.verified()
    assert.deepEqual(await seenBefore(scene, id), { items: [], is_more: false, reuse: null })
    await scene.verified(number, born('1971-02-03'))
    const { text } = await scene.awa.get(`/verifications/${id}/seen-before`)
    assert.match(text, /"birth_dates":2/)
    for (const one of [number, claimed.last_name, '1971', '1991']) {
      assert.equal(text.includes(one), false, one)
    }
  })
})

describe('a number', () => {
  test('used with two birth dates is reviewed, with both in the detail', async (t) => {
    const scene = await startWork(t)
    const first = await scene.verified()
    assert.deepEqual(await causesOf(scene, first), [])
    const second = await scene.verified(number, born('1971-02-03'))
    assert.ok((await causesOf(scene, second)).includes('reused_number'))
    assert.deepEqual((await seenBefore(scene, second)).reuse, { birth_dates: 2, names: 1 })
    const { data } = await scene.awa.get('/reviews?cause=reused_number')
    const found = data.items as readonly { readonly verification_id: string }[]
    assert.deepEqual(
      found.map((one) => one.verification_id),
      [second],
    )
  })

  test(
    'used with two names is not, with three it is; order and accents do not count',
    notAgain,
    async (t) => {
      const scene = await startWork(t)
      await scene.verified()
      const turned = { first_name: claimed.last_name, last_name: claimed.first_name.toUpperCase() }
      const same = await scene.verified(number, turned)
      const married = await scene.verified(number, named('Aïssatou'))
      const again = await scene.verified(number, named('Aissatou'))
      for (const id of [same, married, again]) {
        assert.equal((await causesOf(scene, id)).includes('reused_number'), false)
      }
      const third = await scene.verified(number, named('Khady'))
      assert.ok((await causesOf(scene, third)).includes('reused_number'))
      assert.deepEqual((await seenBefore(scene, third)).reuse, { birth_dates: 1, names: 3 })
    },
  )

  test('of an erased person is neither listed nor compared', async (t) => {
    const scene = await startWork(t)
    const first = await scene.verified(number, born('1971-02-03'))
    const { db, clock } = scene.appliance
    await inTransaction(db, (trx) =>
      destroyRows(trx, { id: first, environment: 'live' }, clock.now()),
    )
    const indexes = await db.reader
      .selectFrom('verifications')
      .select(['id_number_index', 'number_birth_date_index', 'number_name_index'])
      .where('id', '=', first)
      .executeTakeFirstOrThrow()
    assert.deepEqual(Object.values(indexes), [null, null, null])
    const second = await scene.verified()
    assert.deepEqual(await causesOf(scene, second), [])
    assert.deepEqual(await seenBefore(scene, second), { items: [], is_more: false, reuse: null })
    assert.deepEqual((await seenBefore(scene, first)).items, [])
  })

  test('is not compared where the setting is off', async (t) => {
    const scene = await startWork(t, { settings: { SVC_SEEN_BEFORE: 'no' } })
    await scene.verified()
    const second = await scene.verified(number, born('1971-02-03'))
    assert.equal((await causesOf(scene, second)).includes('reused_number'), false)
    assert.deepEqual(await seenBefore(scene, second), { items: [], is_more: false, reuse: null })
    const rows = await scene.appliance.db.reader
      .selectFrom('verifications')
      .select('number_name_index as name')
      .execute()
    assert.deepEqual([...new Set(rows.map(({ name }) => name))], [null])
  })
})

test('notes of a review are read without an entry by its holder alone', notAgain, async (t) => {
  const scene = await startWork(t)
  const review = await scene.queued()
  const { data } = await scene.awa.post(`/reviews/${review}/claim`)
  const id = String(data.verification_id)
  await scene.awa.post(`/reviews/${review}/notes`, { text: 'Called back' })
  const looks = async () =>
    (await scene.audited(id)).filter(([action]) => action === 'verification.review_notes_viewed')
  const { text } = await scene.awa.get(`/reviews/${review}`)
  assert.match(text, /Called back/)
  assert.deepEqual(await looks(), [])
  await scene.omar.get(`/reviews/${review}`)
  assert.deepEqual(await looks(), [['verification.review_notes_viewed', {}]])
})
