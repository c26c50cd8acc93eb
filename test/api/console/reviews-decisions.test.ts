import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inTransaction } from '../../../server/db/transaction.ts'
import { newId } from '../../../server/kernel/ids.ts'
import { verifyEncryption } from '../../../server/operations/encryption-keys/verify-encryption.ts'
import { writtenByOneMax, writtenMax } from '../../../server/reviews/review.ts'
import type { ReviewEntry } from '../../../server/reviews/review-entry.ts'
import { insertEntry } from '../../../server/reviews/review-store.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { notAgain } from '../../support/postgres.ts'
import { codeOf, confirm, proposed } from '../../support/scenes/review-steps.ts'
import { openWork, startWork } from '../../support/scenes/work-scene.ts'

describe('a decision', () => {
  const scene = openedBefore(openWork)

  test(
    'closes the review, leaves the status unchanged, and is shown with its author',
    notAgain,
    async () => {
      const id = await scene.queued()
      assert.equal(codeOf(await scene.awa.post(`/reviews/${id}/decide`, confirm)), '409 conflict')
      await scene.awa.post(`/reviews/${id}/claim`)
      const { data } = await scene.awa.post(`/reviews/${id}/decide`, { ...confirm, note: 'Seen.' })
      assert.equal(data.state, 'closed')
      assert.equal((data.decision as { decided_by: { id: string } }).decided_by.id, scene.awa.id)
      const verification = await scene.awa.get(`/verifications/${data.verification_id}`)
      assert.equal(verification.data.status, 'declined')
      assert.equal(codeOf(await scene.awa.post(`/reviews/${id}/decide`, confirm)), '409 conflict')
      assert.equal(codeOf(await scene.omar.post(`/reviews/${id}/claim`)), '409 conflict')
      const actions = (await scene.audited(String(data.verification_id))).map(([action]) => action)
      assert.deepEqual(
        actions.filter((one) => one !== 'verification.viewed'),
        ['review.claimed', 'verification.reviewed'],
      )
    },
  )

  test('has a digest of its basis, whether made alone or approved by a second user', async () => {
    const alone = await scene.queued()
    const digestsOf = async (review: string) => {
      const { db } = scene.appliance
      const rows = await db.reader
        .selectFrom('review_entries')
        .select(['kind', 'details'])
        .where('review_id', '=', review)
        .orderBy('number')
        .execute()
      return rows.map(({ kind, details }) => [kind, JSON.parse(details).evidence])
    }
    await scene.awa.post(`/reviews/${alone}/claim`)
    const { data } = await scene.awa.post(`/reviews/${alone}/decide`, confirm)
    const [[kind, digest] = []] = await digestsOf(alone)
    assert.equal(kind, 'decided')
    assert.match(digest, /^[0-9a-f]{64}$/)
    const traces = await scene.audited(String(data.verification_id))
    const reviewed = traces.find(([action]) => action === 'verification.reviewed')
    assert.ok(reviewed)
    assert.equal((reviewed[1] as { evidence?: string }).evidence, digest)

    const { review, approve } = await proposed(scene)
    await approve()
    const [of, approved] = await digestsOf(review)
    assert.deepEqual([of?.[0], approved?.[0]], ['proposed', 'approved'])
    assert.match(of?.[1], /^[0-9a-f]{64}$/)
    assert.equal(of?.[1], approved?.[1])
    assert.notEqual(of?.[1], digest)
  })

  test('needs reasons of its outcome', notAgain, async () => {
    const id = await scene.queued()
    await scene.awa.post(`/reviews/${id}/claim`)
    for (const body of [
      {},
      { outcome: 'confirm' },
      { ...confirm, reasons: ['spelling_variant'] },
      { ...confirm, reasons: [] },
    ]) {
      assert.equal(
        codeOf(await scene.awa.post(`/reviews/${id}/decide`, body)),
        '400 invalid_request',
      )
    }
  })

  test('is counted on its day', notAgain, async (t) => {
    const scene = await startWork(t)
    await scene.queued('DEMO-EXPIRED')
    const { approve } = await proposed(scene)
    const counted = async (client = scene.omar) => (await client.get('/reviews/counts')).data
    const open = await counted()
    assert.deepEqual([open.waiting, open.proposed, open.for_me, open.closed], [1, 1, 1, 0])
    const own = await counted(scene.awa)
    assert.deepEqual([open.by_me, own.for_me, own.by_me], [0, 0, 1])
    await approve()
    const { oldest_at, ages: _, ...closed } = await counted()
    assert.ok(oldest_at)
    assert.deepEqual(closed, {
      waiting: 1,
      overdue: 0,
      held: 0,
      proposed: 0,
      for_me: 0,
      by_me: 0,
      closed: 1,
      confirmed: 0,
      disputed: 1,
      mine: 1,
    })
    scene.clock.advance(86_400_000)
    await scene.omar.signIn('omar@bank.example')
    assert.equal((await counted()).closed, 0)
  })
})

test('what waits is counted by how long it has', notAgain, async (t) => {
  const scene = await startWork(t)
  const waited = async (days: number) => {
    await scene.awa.signIn('awa@bank.example')
    await scene.queued('DEMO-EXPIRED')
    scene.clock.advance(days * 86_400_000)
  }
  for (const days of [5, 3, 2, 0]) await waited(days)
  const { data } = await scene.awa.get('/reviews/counts')
  assert.equal(data.waiting, 4)
  assert.deepEqual(data.ages, {
    under_day: 1,
    one_to_three_days: 1,
    three_to_seven_days: 1,
    over_seven_days: 1,
  })
})

test('a review takes so many notes and findings, of one person half as many', async (t) => {
  const scene = await startWork(t)
  const review = await scene.queued()
  await scene.awa.post(`/reviews/${review}/claim`)
  const fill = (kind: 'note' | 'finding', count: number, authorId?: string) =>
    inTransaction(scene.appliance.db, async (trx) => {
      for (let number = 0; number < count; number += 1) {
        const entry = { id: newId('ent', scene.clock.now()), reviewId: review, kind, at: 0 }
        const details = kind === 'note' ? { audience: 'staff' } : { finding: 'nothing_wrong' }
        await insertEntry(trx, { ...entry, details, authorId, note: undefined } as ReviewEntry)
      }
    })
  const write = () => scene.omar.post(`/reviews/${review}/notes`, { text: 'the last one' })
  const find = () => scene.awa.post(`/reviews/${review}/findings`, { finding: 'nothing_wrong' })
  await fill('note', writtenByOneMax - 1, scene.omar.id)
  assert.equal(codeOf(await write()), '201')
  assert.match((await write()).error.message, /You have written 50 notes/)
  await fill('note', writtenMax - writtenByOneMax)
  const full = await scene.awa.post(`/reviews/${review}/notes`, { text: 'one more' })
  assert.match(full.error.message, /has 100 notes/)
  assert.equal(codeOf(await find()), '201')
  await fill('finding', writtenMax - 1)
  assert.match((await find()).error.message, /has 100 findings/)
  const { data } = await scene.awa.post(`/reviews/${review}/decide`, { ...confirm, note: 'Seen.' })
  assert.equal(data.state, 'closed')
})

test('notes can be read by other reviewers, are stored encrypted, and cannot be edited', async (t) => {
  const scene = await startWork(t)
  const review = await scene.queued()
  const text = 'The brother of Awa Testou called.'
  await scene.awa.post(`/reviews/${review}/notes`, { text })
  const { data } = await scene.omar.get(`/reviews/${review}`)
  const [entry] = data.entries as { note: string; audience: string; author: { name: string } }[]
  assert.deepEqual(
    [entry?.note, entry?.audience, entry?.author.name],
    [text, 'staff', 'The reviewer'],
  )
  const { db } = scene.appliance
  const rows = await db.reader.selectFrom('review_entries').selectAll().execute()
  assert.equal(
    rows.some(({ note }) => note === null || note.includes('brother')),
    false,
  )
  const { checked, faults } = await verifyEncryption(scene.appliance, { sample: undefined })
  assert.deepEqual([checked.review_entries, faults], [1, []])
  const change = db.write((trx) => trx.updateTable('review_entries').set({ at: 0 }).execute())
  await assert.rejects(change, /never changed/)
})
