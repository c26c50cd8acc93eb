import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mendDueTimes } from '../../../server/mend-due-times.ts'
import { claimMs } from '../../../server/reviews/review.ts'
import { codeOf, confirm } from '../../support/scenes/review-steps.ts'
import { startWork } from '../../support/scenes/work-scene.ts'

interface Shown {
  readonly id: string
  readonly verification_id: string
}

const dayMs = 24 * 60 * 60_000

describe('the queue', () => {
  test('gets the verifications that the policy selects, with the causes, and no others', async (t) => {
    const scene = await startWork(t)
    const queued = ['DEMO-MISMATCH', 'DEMO-ERROR', 'DEMO-EXPIRED']
    const ids: string[] = []
    for (const number of queued) ids.push(await scene.verified(number))
    await scene.verified()
    const { data } = await scene.awa.get('/reviews?order=waiting')
    const items = data.items as { verification_id: string; causes: string[] }[]
    assert.deepEqual(
      items.map((one) => one.verification_id),
      ids,
    )
    assert.deepEqual(
      items.map(({ causes }) => causes.filter((one) => one !== 'finding')),
      [['declined', 'mismatch'], ['error'], ['declined']],
    )
  })

  test('draws from those that were approved', async (t) => {
    const scene = await startWork(t, { settings: { SVC_REVIEW_SAMPLE: '100' } })
    await scene.verified()
    const { data } = await scene.awa.get('/reviews')
    const [only] = data.items as { causes: string[] }[]
    assert.ok(only?.causes.includes('sample'))
  })

  test('takes a verification that a user asks to have reviewed, once it has completed', async (t) => {
    const scene = await startWork(t, { settings: { SVC_PREFLIGHT: 'off' } })
    const id = await scene.verified()
    const asked = await scene.awa.post(`/verifications/${id}/review`)
    assert.deepEqual([asked.status, asked.data.causes], [201, ['asked']])
    const again = await scene.omar.post(`/verifications/${id}/review`)
    assert.equal(again.data.id, asked.data.id)
  })

  test('gives two users who ask at once two different reviews, oldest first', async (t) => {
    const scene = await startWork(t)
    const first = await scene.queued()
    const second = await scene.queued('DEMO-EXPIRED')
    const both = await Promise.all([scene.awa, scene.omar].map((one) => one.post('/reviews/next')))
    const taken = both.map(({ data }) => (data.review as { id: string } | null)?.id)
    assert.deepEqual(taken.toSorted(), [first, second].toSorted())
    const third = await scene.reviewer('fatou')
    assert.equal((await third.post('/reviews/next')).data.review, null)
  })

  test('of many who claim one review at once, one gets it', async (t) => {
    const scene = await startWork(t)
    const id = await scene.queued()
    const answers = await Promise.all(
      [scene.awa, scene.omar, scene.awa, scene.omar].map((one) => one.post(`/reviews/${id}/claim`)),
    )
    const holders = answers.map(({ data }) => (data.claim as { by: { id: string } } | null)?.by.id)
    const holder = holders.find((one) => one !== undefined)
    const isAwa = holder === scene.awa.id
    assert.deepEqual(
      answers.map(codeOf),
      isAwa
        ? ['200', '409 conflict', '200', '409 conflict']
        : ['409 conflict', '200', '409 conflict', '200'],
    )
  })

  test('keeps nobody from a review that was claimed when the clock was a day ahead', async (t) => {
    const scene = await startWork(t)
    const id = await scene.queued()
    const claim = (client = scene.awa) => client.post(`/reviews/${id}/claim`)
    scene.clock.setBack(-dayMs)
    // Sessions of the other day end with it.
    assert.equal(codeOf(await claim(await scene.reviewer('fatou'))), '200')
    scene.clock.setBack(dayMs)
    assert.equal(codeOf(await claim(scene.omar)), '409 conflict')
    await mendDueTimes(scene.appliance)
    assert.equal(codeOf(await claim(scene.omar)), '200')
    await mendDueTimes(scene.appliance)
    assert.equal(codeOf(await claim()), '409 conflict')
  })

  test('releases a review whose claim was not renewed', async (t) => {
    const scene = await startWork(t)
    const id = await scene.queued()
    const claim = (client = scene.awa) => client.post(`/reviews/${id}/claim`)
    assert.equal(codeOf(await claim()), '200')
    scene.clock.advance(claimMs - 1)
    assert.equal(codeOf(await claim(scene.omar)), '409 conflict')
    const { data } = await claim()
    assert.equal((data.claim as { seconds_left: number }).seconds_left, claimMs / 1000)
    scene.clock.advance(claimMs - 1)
    assert.equal(codeOf(await claim(scene.omar)), '409 conflict')
    scene.clock.advance(1)
    assert.equal(codeOf(await claim(scene.omar)), '200')
    assert.equal(codeOf(await scene.awa.post(`/reviews/${id}/decide`, confirm)), '409 conflict')
  })

  test('renews a claim that holds, and none that has ended', async (t) => {
    const scene = await startWork(t)
    const id = await scene.queued()
    const renew = () => scene.awa.post(`/reviews/${id}/claim`, { renews: true })
    assert.equal(codeOf(await renew()), '409 conflict')
    await scene.awa.post(`/reviews/${id}/claim`)
    scene.clock.advance(claimMs - 1)
    assert.equal(codeOf(await renew()), '200')
    scene.clock.advance(claimMs)
    assert.equal(codeOf(await renew()), '409 conflict')
    assert.equal(codeOf(await scene.awa.post(`/reviews/${id}/claim`)), '200')
  })

  test('releases a review when another is claimed, and on request', async (t) => {
    const scene = await startWork(t)
    const [first, second] = [await scene.queued(), await scene.queued('DEMO-EXPIRED')]
    await scene.awa.post(`/reviews/${first}/claim`)
    const next = await scene.awa.post('/reviews/next', { after: first })
    const { review, verification } = next.data as Record<'review' | 'verification', Shown>
    assert.equal(review.id, second)
    const page = await scene.awa.get(`/verifications/${review.verification_id}`)
    assert.deepEqual(verification, page.data)
    const audited = await scene.audited(review.verification_id)
    assert.ok(audited.some(([action]) => action === 'verification.viewed'))
    assert.equal(codeOf(await scene.omar.post(`/reviews/${first}/claim`)), '200')
    assert.equal(codeOf(await scene.awa.post(`/reviews/${second}/release`)), '200')
    assert.equal(codeOf(await scene.awa.post(`/reviews/${second}/release`)), '409 conflict')
  })
})
