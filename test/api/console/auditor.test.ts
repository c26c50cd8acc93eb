// Slow: takes half a second of processor time and more. audit.test.ts reads the log in the fast lane.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notAgain } from '../../support/postgres.ts'
import { codeOf, confirm } from '../../support/scenes/review-steps.ts'
import { startWork } from '../../support/scenes/work-scene.ts'

test(
  'an auditor reads a verification, and gives a reason before personal data and images',
  notAgain,
  async (t) => {
    const scene = await startWork(t)
    const fatou = await scene.reviewer('fatou', 'auditor')
    const id = await scene.verified()
    const path = `/verifications/${id}`
    const listed = await fatou.get('/verifications?environment=live')
    assert.deepEqual(
      (listed.data.items as { id: string }[]).map((one) => one.id),
      [id],
    )
    const shown = await fatou.get(path)
    assert.equal(codeOf(shown), '200')
    assert.equal(codeOf(await fatou.post(`${path}/reveal`)), '400 invalid_request')
    assert.equal(codeOf(await fatou.post(`${path}/reveal`, { reason: 'audit' })), '200')
    const picture = `${path}/pictures/front`
    for (const query of ['', '?reason=', '?reason=curiosity']) {
      assert.equal(codeOf(await fatou.get(picture + query)), '400 invalid_request', query)
    }
    assert.equal((await fatou.get(`${picture}?reason=audit`)).status, 200)
    assert.deepEqual(await scene.audited(id), [
      ['verification.viewed', {}],
      ['verification.personal_details_viewed', { reason: 'audit' }],
      ['verification.images_viewed', { image: 'front', size: 'preview', reason: 'audit' }],
    ])
  },
)

test('an auditor decides, exports and erases nothing', notAgain, async (t) => {
  const scene = await startWork(t)
  const fatou = await scene.reviewer('fatou', 'auditor')
  const review = await scene.queued()
  const { data } = await scene.awa.get(`/reviews/${review}`)
  const path = `/verifications/${String(data.verification_id)}`
  for (const change of [
    `/reviews/${review}/claim`,
    `/reviews/${review}/decide`,
    `/reviews/${review}/notes`,
    `${path}/review`,
    `${path}/erasure/request`,
    `${path}/holds`,
    '/verifications/export',
  ]) {
    assert.equal(codeOf(await fatou.post(change)), '403 missing_permission', change)
  }
})

test('an auditor reads a review with its notes, its retention and the case file, each look in the audit log', async (t) => {
  const scene = await startWork(t)
  const fatou = await scene.reviewer('fatou', 'auditor')
  const review = await scene.queued()
  await scene.awa.post(`/reviews/${review}/claim`)
  await scene.awa.post(`/reviews/${review}/notes`, { text: 'The brother came along.' })
  await scene.awa.post(`/reviews/${review}/decide`, confirm)
  const read = await fatou.get(`/reviews/${review}`)
  assert.match(read.text, /The brother came along/)
  const decision = read.data.decision as { readonly decided_by: { readonly id: string } }
  assert.equal(decision.decided_by.id, scene.awa.id)
  const id = String(read.data.verification_id)
  const path = `/verifications/${id}`
  const { id: hold } = (await scene.awa.post(`${path}/holds`, { reason: 'audit' })).data
  await scene.awa.post(`/holds/${hold}/release`, {})
  const { data } = await fatou.get(`${path}/retention`)
  assert.deepEqual(
    (data.holds as { id: string; in_force: boolean }[]).map((one) => [one.id, one.in_force]),
    [[hold, false]],
  )
  await fatou.get(`${path}/retention`)
  const file = { language: 'fr' }
  assert.equal(codeOf(await fatou.post(`${path}/case-file`, file)), '400 invalid_request')
  const printed = await fatou.post(`${path}/case-file`, { ...file, reason: 'audit' })
  assert.equal(codeOf(printed), '200')
  const entries = await scene.audited(id)
  const looks = entries.filter(([action]) =>
    /notes_viewed|holds_viewed|exported/.test(String(action)),
  )
  assert.deepEqual(looks[0], ['verification.review_notes_viewed', {}])
  assert.deepEqual(looks[1], ['verification.holds_viewed', { count: 1 }])
  assert.match(JSON.stringify(looks.slice(2)), /^\[\["verification.exported",{.*"reason":"audit"/)
})

test('an auditor finds closed reviews by their outcome and reviewer, and claims none', async (t) => {
  const scene = await startWork(t)
  const fatou = await scene.reviewer('fatou', 'auditor')
  const [decided, open] = [await scene.queued(), await scene.queued()]
  await scene.awa.post(`/reviews/${decided}/claim`)
  await scene.awa.post(`/reviews/${decided}/decide`, confirm)
  const found = async (query: string) => {
    const { data, text } = await fatou.get(`/reviews?${query}`)
    assert.ok(data.items, text)
    return (data.items as { readonly id: string }[]).map(({ id }) => id)
  }
  assert.deepEqual(await found('state=closed&outcome=confirm'), [decided])
  assert.deepEqual(await found(`state=closed&reviewer=${scene.awa.id}`), [decided])
  assert.deepEqual(await found('state=closed&outcome=dispute'), [])
  assert.deepEqual(await found(''), [open])
  assert.equal(codeOf(await fatou.get('/reviews/reviewers')), '200')
  assert.equal(codeOf(await fatou.post('/reviews/next')), '403 missing_permission')
})

test('an auditor finds the verification of a review, and the line about it names both', async (t) => {
  const scene = await startWork(t)
  const fatou = await scene.reviewer('fatou', 'auditor')
  const review = await scene.queued()
  await scene.awa.post(`/reviews/${review}/claim`)
  const found = await fatou.post('/search', { q: review, scope: 'ids_and_references' })
  const [hit] = found.data.items as readonly { readonly kind: string; readonly of_id: string }[]
  assert.equal(hit?.kind, 'review')
  assert.equal(codeOf(await fatou.get(`/verifications/${hit?.of_id}`)), '200')
  const { data } = await fatou.get(`/audit?action=review.claimed&subject_id=${hit?.of_id}`)
  const [line] = data.items as readonly { readonly details: { readonly result_id: string } }[]
  assert.equal(line?.details.result_id, review)
})
